package br.com.kobana.mcp.cataloguing;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.util.ArrayList;
import java.util.List;

/** What the schema of every tool must be: valid under 2020-12, and closed at every level. */
final class SchemaRules {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private final SchemaValidatorsConfig config =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
  private final JsonSchema dialect = factory.getSchema(Json.object().put("$ref", DIALECT), config);

  /** One line for each fault. */
  List<String> faults(Tool tool) {
    List<String> faults = new ArrayList<>();
    dialect
        .validate(tool.inputSchema())
        .forEach(fault -> faults.add(tool.name() + ": " + fault.getMessage()));
    try {
      factory.getSchema(tool.inputSchema(), config).initializeValidators();
    } catch (JsonSchemaException e) {
      faults.add(tool.name() + ": the schema does not compile: " + e.getMessage());
    }
    if (tool.inputSchema().path("additionalProperties").asBoolean(true)) {
      faults.add(tool.name() + ": takes undeclared arguments");
    }
    unclosed(tool.inputSchema(), tool.name(), faults);
    return faults;
  }

  /** An object says whether it is open; only one that was meant to be says yes. */
  private static void unclosed(JsonNode schema, String at, List<String> faults) {
    if (schema.path("type").asText().equals("object") && !schema.has("additionalProperties")) {
      faults.add(at + ": is not closed");
    }
    schema
        .path("properties")
        .properties()
        .forEach(e -> unclosed(e.getValue(), at + ": " + e.getKey(), faults));
    if (schema.has("items")) {
      unclosed(schema.path("items"), at + "[]", faults);
    }
  }
}
