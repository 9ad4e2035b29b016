package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpSchemas;
import java.util.List;
import java.util.Optional;

/** Checks the answers of transcripts against the schemas, where they are at hand. */
record SchemaCheck(McpSchemas schemas) {

  /** The check, or empty where the schemas are not at hand. */
  static Optional<SchemaCheck> atHand() {
    return McpSchemas.atHand().map(SchemaCheck::new);
  }

  /** What the schema of the version finds wrong with an answer to this request. */
  List<String> violations(RequestBytes request, Answer answer) {
    if (!answer.isJson() || answer.body().length == 0) {
      return List.of();
    }
    try {
      return schemas.violations(request.version(), request.message(), answer.json());
    } catch (MalformedJson e) {
      return List.of("not JSON");
    }
  }
}
