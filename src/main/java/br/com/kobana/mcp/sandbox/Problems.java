package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is wrong with the body of a write, field by field, before anything runs. */
final class Problems {
  static final String BLANK = "não pode ficar em branco";

  private record Problem(String param, String detail) {}

  private final JsonNode body;
  private final String prefix;
  private final List<Problem> found = new ArrayList<>();

  Problems(JsonNode body) {
    this(body, "");
  }

  /**
   * @param prefix goes before the names of the fields
   */
  Problems(JsonNode body, String prefix) {
    this.body = body;
    this.prefix = prefix;
  }

  Problems add(String param, String detail) {
    found.add(new Problem(prefix + param, detail));
    return this;
  }

  Problems addAll(Problems others) {
    found.addAll(others.found);
    return this;
  }

  /** A financial account that exists. */
  Problems requiredAccount(Call call) {
    return FinancialAccounts.checkNamed(call, required(FinancialAccounts.PARAM));
  }

  Problems required(String... fields) {
    for (String field : fields) {
      if (absent(field)) {
        add(field, BLANK);
      }
    }
    return this;
  }

  /** An amount in reais: a number above zero with at most two places. */
  Problems requiredAmount(String field) {
    return absent(field) ? add(field, BLANK) : amount(field);
  }

  Problems amount(String field) {
    if (absent(field)) {
      return this;
    }
    JsonNode value = body.get(field);
    if (!value.isNumber()) {
      return add(field, "não é um número");
    }
    BigDecimal amount = value.decimalValue();
    if (amount.signum() <= 0) {
      return add(field, "deve ser maior que 0");
    }
    if (amount.stripTrailingZeros().scale() > 2) {
      return add(field, "deve ter no máximo 2 casas decimais");
    }
    return this;
  }

  /** A calendar date; a time after it is let through. */
  Problems date(String field) {
    if (absent(field)) {
      return this;
    }
    String text = body.get(field).asText();
    try {
      LocalDate.parse(text.length() > 10 ? text.substring(0, 10) : text);
      return this;
    } catch (DateTimeParseException e) {
      return add(field, "não é uma data válida");
    }
  }

  /** A CPF of 11 or a CNPJ of 14 letters and digits, punctuation aside. */
  Problems document(String field) {
    if (absent(field) || isDocument(body.get(field).asText())) {
      return this;
    }
    return add(field, "não é um CNPJ ou CPF válido");
  }

  static boolean isDocument(String text) {
    int length = Documents.plain(text).length();
    return length == 11 || length == 14;
  }

  boolean absent(String field) {
    JsonNode value = body.get(field);
    return value == null
        || value.isNull()
        || (value.isTextual() && value.textValue().isBlank())
        || (value.isContainerNode() && value.isEmpty());
  }

  boolean any() {
    return !found.isEmpty();
  }

  /** The 422 of the version: a map of fields in v1, a list of errors in v2. */
  Answer answer(Version version) {
    return (version == Version.V1 ? byField() : listed()).beforeExecution();
  }

  private Answer byField() {
    ObjectNode errors = Json.object();
    for (Problem problem : found) {
      errors.withArrayProperty(problem.param()).add(problem.detail());
    }
    ObjectNode body = Json.object();
    body.set("errors", errors);
    return Answer.json(422, body);
  }

  private Answer listed() {
    ObjectNode answer = Json.object().put("status", 422);
    ArrayNode errors = answer.putArray("errors");
    for (Problem problem : found) {
      errors
          .addObject()
          .put("code", "validation_error")
          .put("param", problem.param())
          .put("detail", label(problem.param()) + " " + problem.detail());
    }
    return Answer.json(422, answer);
  }

  private static String label(String param) {
    String words = param.replace('_', ' ').replace(".", " > ");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
