package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * Commands: what a bank is asked to do. The answer shows the command as pending and the record as
 * it was; once the answer is made, the bank confirms and the record changes.
 */
final class Commands {
  /**
   * What a kind of record's commands look like.
   *
   * @param resourceType as the API names it
   * @param embedded the field of the command that shows the record
   */
  record Subject(String resourceType, String embedded, Resource.View view) {}

  private Commands() {}

  /** All commands of the account. */
  static List<Operation> operations() {
    return Resource.at("/v2/admin/commands", Kind.COMMAND, "integration.commands")
        .filters(
            Filter.equal("status", "/status"),
            Filter.equal("operation", "/operation"),
            Filter.equal("confirmation_via", "/confirmation_via"),
            Filter.equal("resource_type", "/resource_type"),
            Filter.equal("resource_uid", "/resource_uid"),
            Filter.equal("financial_provider_slug", "/financial_provider_slug"),
            new Filter(
                "bank_billet_account_uid",
                about(Kind.BANK_BILLET, Kind.BANK_BILLET_ACCOUNT, "bank_billet_account_id")),
            new Filter("pix_account_uid", about(Kind.PIX, Kind.PIX_ACCOUNT, "pix_account_id")))
        .filters(Filter.period("created", "/created_at"))
        .list()
        .get()
        .operations();
  }

  /**
   * Commands about the records of a kind that belong to the account named by its uid.
   *
   * @param field of the record, with the number of its account
   */
  private static Filter.Making about(Kind kind, Kind accounts, String field) {
    return (call, uid) -> {
      String number =
          call.named(accounts, uid).map(account -> Long.toString(account.id())).orElse("");
      return command ->
          call.named(kind, command.text("resource_uid"))
              .filter(record -> record.is(field, number))
              .isPresent();
    };
  }

  /** The commands of one kind of record, below its path. */
  static Resource of(String path, Kind parent, String param, String scope) {
    return Resource.at(path, Kind.COMMAND, scope)
        .within(parent, param)
        .idName("id")
        .byNumberToo()
        .list()
        .get();
  }

  static Row issue(Call call, Row record, Subject subject, String operation, JsonNode params) {
    return call.table(Kind.COMMAND)
        .add(
            record.uid(),
            (id, uid) ->
                fields(id, uid, operation, subject.resourceType(), record, call.times().stamp())
                    .set("params", params));
  }

  /**
   * Issues a command, answers with it, then plays the bank's part.
   *
   * @param effect what the bank's confirmation does to the record
   */
  static Answer answer(
      Call call, Row record, Subject subject, String operation, JsonNode params, Runnable effect) {
    Row command = issue(call, record, subject, operation, params);
    ObjectNode shown = command.json().deepCopy();
    shown.set(subject.embedded(), subject.view().of(call, record));
    Answer answer = Answer.data(200, shown);
    confirm(call, command);
    effect.run();
    call.touch(record);
    return answer;
  }

  static void confirm(Call call, Row command) {
    command.json().put("status", "confirmed").put("confirmation_via", "api");
    call.touch(command);
  }

  static JsonNode noParams() {
    return NullNode.getInstance();
  }

  /** A pending command about the record. */
  static ObjectNode fields(
      long id, String uid, String operation, String resourceType, Row record, String stamp) {
    ObjectNode json =
        Json.object()
            .put("id", id)
            .put("uid", uid)
            .put("status", "pending")
            .put("operation", operation)
            .put("resource_type", resourceType)
            .put("resource_uid", record.uid())
            .put("financial_provider_slug", FinancialAccounts.PROVIDER);
    json.putObject("params");
    json.putNull("payload");
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    Stream.of("message", "error_message", "warning_message", "confirmation_via")
        .forEach(json::putNull);
    return json;
  }
}
