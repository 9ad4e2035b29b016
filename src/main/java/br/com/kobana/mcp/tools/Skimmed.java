package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.RowIds;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What one pass over an answer left of it and told of it.
 *
 * @param data rows or record, masked and projected, in the API's own bytes
 * @param meta what stood beside the data and is worth keeping, masked
 * @param last what tells where the next page starts
 * @param rows the ids of the rows, before fields were left out; empty where it is no list
 * @param unknown the fields asked for that nothing had
 */
record Skimmed(
    JsonText data,
    ObjectNode meta,
    ListPage.Last last,
    Optional<RowIds> rows,
    List<String> unknown) {}
