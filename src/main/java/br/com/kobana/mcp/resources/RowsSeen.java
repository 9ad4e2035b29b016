package br.com.kobana.mcp.resources;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.RowIds;

/** Is told which records a caller has just been shown, newest first. */
@FunctionalInterface
public interface RowsSeen {
  void seen(Caller caller, RecordType type, RowIds rows);
}
