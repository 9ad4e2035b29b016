package br.com.kobana.mcp.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.FailFastAssertionException;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.resource.DisallowSchemaLoader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Holds the arguments of one tool against its schema, on the parsed message itself. The dialect is
 * 2020-12 whatever the schema says, formats are asserted and nothing is ever fetched. Thread-safe.
 */
final class ArgumentCheck {
  private static final int MOST_LINES = 10;

  /** Beyond so many values only the first violation is looked for: the answer stays cheap. */
  private static final int PATIENCE = 2000;

  /** Powers of ten beyond which a number is no amount and costs memory to write out. */
  private static final int LARGEST_SCALE = 100;

  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          VersionFlag.V202012,
          b -> b.schemaLoaders(loaders -> loaders.add(DisallowSchemaLoader.getInstance())));

  private final JsonSchema schema;
  private final SchemaWords words;

  ArgumentCheck(ObjectNode inputSchema) {
    ObjectNode own = inputSchema.deepCopy();
    own.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    SchemaValidatorsConfig config =
        SchemaValidatorsConfig.builder()
            .formatAssertionsEnabled(true)
            .locale(Locale.ROOT)
            .typeLoose(false)
            .build();
    this.schema = FACTORY.getSchema(own, config);
    this.schema.initializeValidators();
    this.words = new SchemaWords(own);
  }

  /**
   * @throws BadArguments one line for each argument that is wrong: its path and what is allowed
   */
  void check(ObjectNode arguments) throws BadArguments {
    int values = 0;
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      values += countedWithin(argument.getValue(), argument.getKey());
    }
    Set<ValidationMessage> violations = violations(arguments, values > PATIENCE);
    if (!violations.isEmpty()) {
      throw new BadArguments(lines(violations));
    }
  }

  private Set<ValidationMessage> violations(ObjectNode arguments, boolean firstOnly) {
    try {
      return schema.validate(arguments, execution -> execution.setFailFast(firstOnly));
    } catch (FailFastAssertionException e) {
      return e.getValidationMessages();
    }
  }

  private String lines(Set<ValidationMessage> violations) {
    Set<String> lines = new LinkedHashSet<>();
    Map<JsonNodePath, Set<String>> choices = new LinkedHashMap<>();
    for (ValidationMessage violation : violations) {
      if (isChoice(violation)) {
        choices
            .computeIfAbsent(violation.getInstanceLocation(), p -> new LinkedHashSet<>())
            .add(violation.getProperty());
      } else {
        lines.add(line(violation));
      }
    }
    choices.forEach((at, properties) -> lines.add(words.missingChoice(at, properties)));
    if (lines.size() <= MOST_LINES) {
      return String.join("\n", lines);
    }
    return String.join("\n", lines.stream().limit(MOST_LINES).toList())
        + "\nand "
        + (lines.size() - MOST_LINES)
        + " more.";
  }

  /** A member that only one of several branches wants. */
  private static boolean isChoice(ValidationMessage violation) {
    JsonNodePath path = violation.getEvaluationPath();
    return violation.getType().equals("required")
        && (path.contains("anyOf") || path.contains("oneOf"));
  }

  private String line(ValidationMessage violation) {
    JsonNodePath at = violation.getInstanceLocation();
    String property = violation.getProperty() == null ? "" : violation.getProperty();
    return switch (violation.getType()) {
      case "additionalProperties", "unevaluatedProperties" -> words.undeclared(at, property);
      case "required" -> words.missing(at, property);
      default -> words.mustBe(at);
    };
  }

  /** Counts values and refuses numbers that would not fit into memory when written out. */
  private static int countedWithin(JsonNode value, String argument) throws BadArguments {
    if (value.isBigDecimal() && Math.abs((long) value.decimalValue().scale()) > LARGEST_SCALE) {
      throw new BadArguments(Shown.quoted(argument) + " has a number that is out of range.");
    }
    int values = 1;
    for (JsonNode element : value) {
      values += countedWithin(element, argument);
    }
    return values;
  }
}
