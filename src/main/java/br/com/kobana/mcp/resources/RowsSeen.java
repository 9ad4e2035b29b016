package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.RecordType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Is told which records a caller has just been shown, newest first. */
@FunctionalInterface
public interface RowsSeen {
  void seen(Caller caller, RecordType type, List<ObjectNode> rows);
}
