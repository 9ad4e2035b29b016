package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Instructions on boletos and the files that take them to the bank: {@code
 * /v1/bank_billet_remittances} and {@code /v1/remittances}. An instruction is pending until a file
 * has it.
 */
final class Remittances {
  private static final String SCOPE = "integration.remittances";
  private static final String LINES = "/v1/bank_billet_remittances";

  /** Codes of instructions with their codes and names at the bank. */
  private static final Map<String, List<String>> OCCURRENCES =
      Map.of(
          "1001", List.of("01", "Entrada de Título"),
          "1002", List.of("02", "Pedido de Baixa"),
          "1004", List.of("04", "Concessão de Abatimento"),
          "1006", List.of("06", "Alteração de Vencimento"),
          "1009", List.of("09", "Pedido de Protesto"));

  private static final Template FILE =
      Template.of(
          """
          id processed_at url remittance_number sent_via_integration external_id custom_data
          """,
          """
          {"created_via_api":true,"status":"unprocessed","generated_by":"kobana","tags":[],
           "tag_list":""}
          """);

  private static final Template LINE = Template.of("id remittance_id processed_at", "{}");

  private Remittances() {}

  static List<Operation> operations() {
    Resource lines = lines(LINES, row -> true).list().get().delete(Remittances::deleteLine);
    Resource pending =
        lines(LINES + "/pending", row -> row.json().path("remittance_id").isNull()).list();
    Resource occurrence =
        Resource.at(LINES, Kind.BANK_BILLET, SCOPE)
            .onItem("POST", "/occurrence/{our_code}", Remittances::instruct);
    Resource files =
        Resource.at("/v1/remittances", Kind.REMITTANCE, SCOPE)
            .filters(
                Filter.equal("bank_billet_account_id", "/bank_billet_account_id"),
                Filter.holds("tags", "/tags"),
                new Filter(
                    "our_code", (call, code) -> anyLine(call, line -> line.is("our_code", code))))
            .filters(Filter.period("created", "/created_at"))
            .filters(due(Remittances::dueOfFile))
            .view(Remittances::shown)
            .list()
            .get()
            .delete(Remittances::deleteFile)
            .on("POST", "", Remittances::create)
            .on("POST", "/bulk", Remittances::createBulk);
    return Stream.of(lines, pending, occurrence, files)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static Resource lines(String path, Predicate<Row> part) {
    return Resource.at(path, Kind.BANK_BILLET_REMITTANCE, SCOPE)
        .holding(part)
        .filters(
            Filter.equal("our_code", "/our_code"),
            Filter.equal("bank_billet_id", "/bank_billet_id"),
            Filter.equal("bank_billet_account_id", "/bank_billet_account_id"),
            Filter.equal("remittance_id", "/remittance_id"))
        .filters(due(Remittances::dueOfLine));
  }

  static ObjectNode lineFields(long id, String uid, Row billet, String code, String stamp) {
    List<String> at = OCCURRENCES.getOrDefault(code, List.of(code, "Instrução"));
    return LINE.record(id, uid, stamp)
        .put("our_code", code)
        .put("occurrence", at.get(0))
        .put("occurrence_detail", at.get(1))
        .put("bank_billet_id", billet.id())
        .put("bank_billet_account_id", billet.json().path("bank_billet_account_id").asLong(1));
  }

  static ObjectNode fileFields(long id, String uid, long account, String stamp) {
    return FILE.record(id, uid, stamp)
        .put("filename", stamp.substring(2, 10).replace("-", "") + id + ".REM")
        .put("bank_billet_account_id", account)
        .put("content", "01REMESSA01COBRANCA" + " ".repeat(20) + "CARTEIRA " + account);
  }

  private interface Due {
    List<String> of(Call call, Row row);
  }

  /** {@code expire_from} and {@code expire_to}: when the boletos instructed on fall due. */
  private static List<Filter> due(Due due) {
    return List.of(
        new Filter(
            "expire_from",
            (call, day) -> row -> anyDay(due.of(call, row), d -> d.compareTo(day(day)) >= 0)),
        new Filter(
            "expire_to",
            (call, day) -> row -> anyDay(due.of(call, row), d -> d.compareTo(day(day)) <= 0)));
  }

  private static String day(String text) {
    try {
      return java.time.LocalDate.parse(text).toString();
    } catch (java.time.format.DateTimeParseException e) {
      throw new IllegalArgumentException("not a date", e);
    }
  }

  private static boolean anyDay(List<String> days, Predicate<String> wanted) {
    return days.stream().anyMatch(wanted);
  }

  private static List<String> dueOfLine(Call call, Row line) {
    return call.named(Kind.BANK_BILLET, line.text("bank_billet_id")).stream()
        .map(billet -> billet.text("expire_at"))
        .toList();
  }

  private static List<String> dueOfFile(Call call, Row file) {
    return linesOf(call, file).stream().flatMap(l -> dueOfLine(call, l).stream()).toList();
  }

  private static Predicate<Row> anyLine(Call call, Predicate<Row> wanted) {
    return file -> linesOf(call, file).stream().anyMatch(wanted);
  }

  private static List<Row> linesOf(Call call, Row file) {
    String id = Long.toString(file.id());
    return call.table(Kind.BANK_BILLET_REMITTANCE)
        .newestFirst(line -> line.is("remittance_id", id));
  }

  private static ObjectNode shown(Call call, Row file) {
    ObjectNode json = file.json().deepCopy();
    ArrayNode billets = json.putArray("bank_billet_ids");
    ArrayNode lines = json.putArray("bank_billet_remittances");
    for (Row line : linesOf(call, file)) {
      billets.add(line.json().path("bank_billet_id"));
      lines.add(line.json());
    }
    return json;
  }

  /** The path's id is the boleto's. */
  private static Answer instruct(Call call, Row billet) {
    String code = call.param("our_code");
    List<String> known = OCCURRENCES.get(code);
    if (known == null) {
      return Errors.business("Operação não disponível para este banco.");
    }
    call.table(Kind.BANK_BILLET_REMITTANCE)
        .add((id, uid) -> lineFields(id, uid, billet, code, Writes.stamp(call)));
    return Answer.message(
        200,
        "Boleto " + billet.id() + " - Operação( " + known.get(1) + " ) na lista de pendências.");
  }

  private static Answer deleteLine(Call call, Row line) {
    call.table(Kind.BANK_BILLET_REMITTANCE).remove(line);
    return Answer.noContent();
  }

  /** The instructions of a deleted file are pending again. */
  private static Answer deleteFile(Call call, Row file) {
    linesOf(call, file).forEach(line -> line.json().putNull("remittance_id"));
    call.table(Kind.REMITTANCE).remove(file);
    return Answer.noContent();
  }

  private static Answer create(Call call) {
    List<Row> lines = new ArrayList<>();
    String account = call.field("bank_billet_account_id").asText("");
    if (call.field("bank_billet_remittance_ids").isArray()) {
      Optional<List<Row>> named = named(call);
      if (named.isEmpty()) {
        return Errors.notFound();
      }
      lines.addAll(named.get());
    } else {
      lines.addAll(pending(call));
    }
    lines.removeIf(line -> !account.isEmpty() && !line.is("bank_billet_account_id", account));
    if (lines.isEmpty()) {
      return Errors.notFound();
    }
    Row file = file(call, lines);
    Writes.filled(call, file.json());
    return Answer.json(201, shown(call, file));
  }

  private static Answer createBulk(Call call) {
    Optional<List<Row>> lines = named(call).filter(all -> !all.isEmpty());
    if (lines.isEmpty()) {
      return Errors.notFound();
    }
    Map<String, List<Row>> byAccount = new LinkedHashMap<>();
    for (Row line : lines.get()) {
      byAccount
          .computeIfAbsent(line.text("bank_billet_account_id"), k -> new ArrayList<>())
          .add(line);
    }
    ArrayNode files = Json.array();
    byAccount.values().forEach(all -> files.add(shown(call, file(call, all))));
    return Answer.json(201, files);
  }

  private static Row file(Call call, List<Row> lines) {
    long account = lines.get(0).json().path("bank_billet_account_id").asLong();
    Row file =
        call.table(Kind.REMITTANCE)
            .add((id, uid) -> fileFields(id, uid, account, Writes.stamp(call)));
    lines.forEach(line -> line.json().put("remittance_id", file.id()));
    return file;
  }

  private static List<Row> pending(Call call) {
    return call.table(Kind.BANK_BILLET_REMITTANCE)
        .newestFirst(line -> line.json().path("remittance_id").isNull());
  }

  /** The pending instructions named; nothing when one is not pending or does not exist. */
  private static Optional<List<Row>> named(Call call) {
    List<Row> lines = new ArrayList<>();
    for (JsonNode id : call.field("bank_billet_remittance_ids")) {
      Optional<Row> line =
          call.named(Kind.BANK_BILLET_REMITTANCE, id.asText())
              .filter(row -> row.json().path("remittance_id").isNull());
      if (line.isEmpty()) {
        return Optional.empty();
      }
      lines.add(line.get());
    }
    return Optional.of(lines);
  }
}
