package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Batches of boletos and their exports to files: {@code /v1/bank_billet_batches}. */
final class BankBilletBatches {
  private static final String SCOPE = "charge.bank_billets";

  private BankBilletBatches() {}

  static List<Operation> operations() {
    Resource batches =
        Resource.at("/v1/bank_billet_batches", Kind.BANK_BILLET_BATCH, SCOPE)
            .list()
            .get()
            .create(BankBilletBatches::check, BankBilletBatches::make)
            .delete(BankBilletBatches::delete)
            .onItem("PUT", "/add_bank_billets", BankBilletBatches::add)
            .onItem("DELETE", "/remove_bank_billet", BankBilletBatches::remove)
            .onItem("POST", "/zip", (call, batch) -> export(call, batch, "zip"))
            .onItem("POST", "/pdf", (call, batch) -> export(call, batch, "pdf"));
    Operation file =
        new Operation(
            "GET", "/v1/bank_billet_batch_exports/{id}", SCOPE, false, BankBilletBatches::file);
    return Stream.concat(batches.operations().stream(), Stream.of(file)).toList();
  }

  static ObjectNode fields(long id, String uid, String name, Set<Long> billets, String stamp) {
    ObjectNode json =
        Json.object()
            .put("id", id)
            .put("uid", uid)
            .put("created_at", stamp)
            .put("updated_at", stamp)
            .put("name", name);
    put(json, billets);
    return json;
  }

  private static Problems check(Call call) {
    Problems problems = new Problems(call.body()).required("name");
    return ids(call).isEmpty() ? unknownBillets(problems) : problems;
  }

  private static Problems unknownBillets(Problems problems) {
    return problems.add("bank_billet_batch_associations", "não é válido");
  }

  private static Row make(Call call) {
    Set<Long> billets = ids(call).orElseGet(Set::of);
    return call.table(Kind.BANK_BILLET_BATCH)
        .add(
            (id, uid) ->
                fields(id, uid, call.field("name").asText(), billets, call.times().stamp()));
  }

  private static Answer delete(Call call, Row batch) {
    call.table(Kind.BANK_BILLET_BATCH).remove(batch);
    return Answer.noContent();
  }

  private static Answer add(Call call, Row batch) {
    Optional<Set<Long>> more = ids(call).filter(ids -> !ids.isEmpty());
    if (more.isEmpty()) {
      return unknownBillets(new Problems(call.body())).answer(Version.V1);
    }
    Set<Long> all = held(batch);
    all.addAll(more.get());
    put(batch.json(), all);
    call.touch(batch);
    return Answer.noContent();
  }

  private static Answer remove(Call call, Row batch) {
    Set<Long> left = held(batch);
    if (!left.remove(call.field("bank_billet_id").asLong(0))) {
      return Errors.notFound();
    }
    put(batch.json(), left);
    call.touch(batch);
    return Answer.noContent();
  }

  /** Announces an export; its file is ready once this answer is sent. */
  private static Answer export(Call call, Row batch, String format) {
    Account account = call.grant().account();
    Row export =
        call.table(Kind.BANK_BILLET_BATCH_EXPORT)
            .add(
                (id, uid) ->
                    Json.object()
                        .put("id", id)
                        .put("account_id", account.code())
                        .put("account_public_id", account.uid())
                        .put("bank_billet_batch_id", batch.id())
                        .put("bank_billet_batch_public_id", batch.uid())
                        .put("created_at", call.times().stamp())
                        .put("file_format", format)
                        .putNull("output_url")
                        .putNull("processed_at")
                        .put("public_id", uid)
                        .put("status", "enqueued")
                        .put("updated_at", call.times().stamp()));
    Answer answer = Answer.json(201, export.json());
    export
        .json()
        .put("output_url", "http://localhost/exports/" + export.uid() + "." + format)
        .put("status", "processed");
    return answer;
  }

  private static Answer file(Call call) {
    return call.table(Kind.BANK_BILLET_BATCH_EXPORT)
        .find(call.param("id"))
        .map(export -> Map.of("location", export.text("output_url")))
        .map(location -> new Answer(302, "", Buffer.buffer(), location, true))
        .orElseGet(Errors::notFound);
  }

  /** The boletos named, as a comma list or an array; nothing when one does not exist. */
  private static Optional<Set<Long>> ids(Call call) {
    JsonNode sent = call.field("bank_billet_ids");
    Stream<String> texts =
        sent.isTextual()
            ? Filter.commaList(sent.textValue()).stream()
            : Stream.iterate(0, i -> i < sent.size(), i -> i + 1).map(i -> sent.get(i).asText());
    Set<Long> ids = new TreeSet<>();
    for (String text : texts.filter(text -> !text.isEmpty()).toList()) {
      Optional<Row> billet = call.table(Kind.BANK_BILLET).find(text);
      if (billet.isEmpty()) {
        return Optional.empty();
      }
      ids.add(billet.get().id());
    }
    return Optional.of(ids);
  }

  private static Set<Long> held(Row batch) {
    Set<Long> ids = new TreeSet<>();
    batch.json().path("bank_billet_ids").forEach(id -> ids.add(id.longValue()));
    return ids;
  }

  private static void put(ObjectNode batch, Set<Long> billets) {
    ArrayNode ids = batch.putArray("bank_billet_ids");
    billets.forEach(ids::add);
  }
}
