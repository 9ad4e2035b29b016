package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What happened: {@code /v1/events}. A list spans at most 60 days, by default the last 30. */
final class Events {
  private static final int DEFAULT_DAYS = 30;
  private static final int MOST_DAYS = 60;
  private static final String FROM = "occurred_at_from";
  private static final String TO = "occurred_at_to";

  private Events() {}

  static List<Operation> operations() {
    Resource events =
        Resource.at("/v1/events", Kind.EVENT, "system.events")
            .finder(call -> call.named(Kind.EVENT, call.param("id")).filter(byUid(call)))
            .filters(
                Filter.equal("resource_owner_id", "/data/object/id"), Filter.equal("code", "/code"))
            .filters(Filter.period("occurred_at", "/occurred_at"))
            .list()
            .get();
    return events.operations().stream()
        .map(operation -> operation.template().endsWith("}") ? operation : windowed(operation))
        .toList();
  }

  static ObjectNode fields(String uid, Row billet, String code, String stamp) {
    ObjectNode json = Json.object();
    Stream.of("resource_owner", "resource_base")
        .forEach(
            field -> json.putObject(field).put("uid", billet.uid()).put("type", "bank_billet"));
    json.put("uid", uid).put("code", code);
    json.putObject("data").set("object", billet.json().deepCopy());
    return json.put("occurred_at", stamp).put("created_at", stamp).put("updated_at", stamp);
  }

  /** Events go by their uid alone. */
  private static Predicate<Row> byUid(Call call) {
    return row -> row.uid().equals(call.param("id"));
  }

  private static Operation windowed(Operation list) {
    return new Operation(
        list.method(), list.template(), list.scope(), false, call -> inWindow(list, call));
  }

  private static Answer inWindow(Operation list, Call call) {
    LocalDate today = call.times().today();
    LocalDate from;
    LocalDate to;
    try {
      Optional<LocalDate> sentTo = call.query().value(TO).map(LocalDate::parse);
      to = sentTo.orElse(today);
      from = call.query().value(FROM).map(LocalDate::parse).orElse(to.minusDays(DEFAULT_DAYS));
    } catch (DateTimeParseException e) {
      return Errors.badQuery(Version.V1, "Data inválida");
    }
    if (ChronoUnit.DAYS.between(from, to) > MOST_DAYS) {
      return Errors.badQuery(
          Version.V1, "O intervalo de datas não pode ser maior que " + MOST_DAYS + " dias.");
    }
    return list.action().run(call.withQuery(FROM, from.toString()).withQuery(TO, to.toString()));
  }
}
