package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Is told which records a list tool has just shown to a caller, with every field that the API gave
 * and in its order. Must not wait, throw or change a row.
 */
@FunctionalInterface
public interface RowsShown {
  /**
   * @param arguments of the call
   */
  void shown(Caller caller, Tool tool, ObjectNode arguments, List<ObjectNode> rows);

  /** Tells nobody. */
  static RowsShown none() {
    return (caller, tool, arguments, rows) -> {};
  }
}
