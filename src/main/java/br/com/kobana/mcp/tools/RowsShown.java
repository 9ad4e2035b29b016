package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Is told which records a list tool has just shown to a caller, in the API's order, whatever fields
 * the caller asked for. Must not wait or throw.
 */
@FunctionalInterface
public interface RowsShown {
  /**
   * @param arguments of the call
   */
  void shown(Caller caller, Tool tool, ObjectNode arguments, RowIds rows);

  /** Tells nobody. */
  static RowsShown none() {
    return (caller, tool, arguments, rows) -> {};
  }
}
