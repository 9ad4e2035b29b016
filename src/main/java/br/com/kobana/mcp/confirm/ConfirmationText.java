package br.com.kobana.mcp.confirm;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.CanonicalJson;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The question in Portuguese: what would happen, to which record as it is now, with which
 * arguments, on which account, in which environment. Every argument is in it; what does not fit is
 * counted. Immutable and thread-safe.
 */
final class ConfirmationText {
  /** Characters of a message. */
  static final int LONGEST = 2400;

  /** What is worth seeing of any record, where it has it. */
  private static final List<String> USUAL =
      List.of(
          "amount",
          "beneficiary.name",
          "beneficiary.document_number",
          "payer.name",
          "payer.document_number",
          "customer_person_name",
          "customer_cnpj_cpf",
          "scheduled_to",
          "expire_at",
          "payments",
          "transfers",
          "status");

  private final Map<String, String> labels;
  private final Map<String, List<String>> titleFields = new LinkedHashMap<>();
  private final String environment;

  /**
   * @param environment what a person calls where this happens, such as {@code PRODUÇÃO}
   */
  ConfirmationText(Catalog catalog, String environment) {
    this.labels = catalog.labels();
    this.environment = environment;
    for (RecordType type : catalog.recordTypes()) {
      titleFields.putIfAbsent(type.readTool(), type.titleFields());
    }
  }

  /**
   * A question.
   *
   * @param message for the person
   * @param shown digest of what it says of the record, exact and of all of it even where the
   *     message masks or leaves out
   */
  record Question(String message, byte[] shown) {}

  /**
   * @param account the sub-account acted on, where one was named
   * @param changed whether the record is not any more what the person was shown before
   */
  Question of(
      Tool tool,
      ObjectNode arguments,
      Optional<KnownRecord> record,
      Optional<String> account,
      boolean changed) {
    List<String> show = show(tool, record);
    JsonNode known = record.map(KnownRecord::data).orElseGet(Json::object);
    List<String> lines = new ArrayList<>();
    Set<String> said = new LinkedHashSet<>();
    for (String field : show) {
      boolean given = Paths.has(arguments, field);
      if (given) {
        lines.addAll(lines(label(field), field, Paths.at(arguments, field)));
        said.add(field);
      }
      if (Paths.has(known, field)) {
        String label = label(field) + (given ? " (atual)" : "");
        lines.addAll(lines(label, field, Paths.at(known, field)));
      }
    }
    rest(tool, arguments, said, lines);
    return new Question(message(head(tool, changed), lines, tail(account)), digest(show, known));
  }

  private List<String> show(Tool tool, Optional<KnownRecord> record) {
    if (!tool.question().show().isEmpty()) {
      return tool.question().show();
    }
    Set<String> show = new LinkedHashSet<>();
    record.ifPresent(r -> show.addAll(titleFields.getOrDefault(r.readTool(), List.of())));
    show.addAll(USUAL);
    return List.copyOf(show);
  }

  private static List<String> head(Tool tool, boolean changed) {
    List<String> head = new ArrayList<>();
    head.add(
        Plain.of(tool.question().title().orElseGet(() -> "Executar \"" + tool.title() + "\"")));
    if (changed) {
      head.add("Os dados mudaram desde a pergunta anterior. Confira de novo.");
    }
    return head;
  }

  private List<String> tail(Optional<String> account) {
    List<String> tail = new ArrayList<>();
    account.ifPresent(uid -> tail.add("Subconta: " + Plain.of(uid)));
    tail.add("Ambiente: " + environment);
    return tail;
  }

  /** The arguments that were not among the fields to show; the record's id is always there. */
  private void rest(Tool tool, ObjectNode arguments, Set<String> said, List<String> lines) {
    Set<String> silent = new LinkedHashSet<>();
    tool.arguments().stream()
        .filter(a -> a.place() == Tool.Place.IDEMPOTENCY_KEY)
        .forEach(a -> silent.add(a.name()));
    tool.arguments().stream()
        .filter(a -> a.place() == Tool.Place.PATH && arguments.hasNonNull(a.name()))
        .forEach(
            a -> {
              flatten(a.name(), arguments.path(a.name()), said, lines);
              silent.add(a.name());
            });
    arguments
        .properties()
        .forEach(
            e -> {
              if (!silent.contains(e.getKey())) {
                flatten(e.getKey(), e.getValue(), said, lines);
              }
            });
  }

  private void flatten(String field, JsonNode value, Set<String> said, List<String> lines) {
    if (said.contains(field)) {
      return;
    }
    if (value.isObject() && !value.isEmpty() && !Display.isSecret(field)) {
      value.properties().forEach(e -> flatten(field + '.' + e.getKey(), e.getValue(), said, lines));
    } else {
      lines.addAll(lines(label(field), field, value));
    }
  }

  private List<String> lines(String label, String field, JsonNode value) {
    if (Items.are(value) && !Display.isSecret(field)) {
      return Items.lines(label, value);
    }
    return List.of(label + ": " + (value.isNull() ? "(vazio)" : shown(field, value)));
  }

  /** States have names too, under the field's: {@code status.overdue}. */
  private String shown(String field, JsonNode value) {
    String named =
        value.isTextual() ? labels.get(Display.last(field) + '.' + value.textValue()) : null;
    return named == null ? Display.of(field, value) : Plain.of(named);
  }

  private String label(String field) {
    String known = labels.get(field);
    if (known == null) {
      known = labels.get(Display.last(field));
    }
    return Plain.of(known == null ? field.replace('_', ' ').replace('.', ' ') : known);
  }

  /** Head and tail are always whole. */
  private static String message(List<String> head, List<String> lines, List<String> tail) {
    StringBuilder out = new StringBuilder(String.join("\n", head));
    String end = "\n" + String.join("\n", tail);
    int room = LONGEST - out.length() - end.length() - 40;
    int shown = 0;
    for (String line : lines) {
      if (line.length() + 1 > room) {
        break;
      }
      out.append('\n').append(line);
      room -= line.length() + 1;
      shown++;
    }
    if (shown < lines.size()) {
      out.append("\n… e mais ").append(lines.size() - shown).append(" linhas");
    }
    return out.append(end).toString();
  }

  private static byte[] digest(List<String> show, JsonNode known) {
    ArrayNode all = Json.array();
    for (String field : show) {
      JsonNode value = Paths.at(known, field);
      all.add(field);
      all.add(
          value.isMissingNode() ? Json.object() : Items.are(value) ? Items.essence(value) : value);
    }
    return CanonicalJson.digest(all);
  }
}
