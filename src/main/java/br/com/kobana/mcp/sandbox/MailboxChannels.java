package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The channels of mailboxes: {@code /v2/mailbox/entries/{entry_id}/email} and its four siblings.
 * What starts, stops or runs one is answered with 202 and the channel as it was.
 */
final class MailboxChannels {
  private static final String PARAM = "entry_id";

  private MailboxChannels() {}

  static List<Operation> operations() {
    return Stream.of(MailboxChannel.values()).flatMap(MailboxChannels::of).toList();
  }

  private interface Action {
    Answer run(Call call, Row entry, Row channel);
  }

  private static Stream<Operation> of(MailboxChannel channel) {
    String path = Mailboxes.PATH + "/{" + PARAM + "}/" + channel.wireName();
    List<Operation> all = new ArrayList<>();
    all.add(
        operation("GET", path, on(channel, (call, e, c) -> Answer.data(200, shown(call, e, c)))));
    all.add(operation("POST", path, call -> create(call, channel)));
    if (channel != MailboxChannel.S3) {
      all.add(operation("PATCH", path, on(channel, (call, e, c) -> change(call, channel, e, c))));
    }
    all.add(operation("DELETE", path, on(channel, (call, e, c) -> delete(call, channel, c))));
    all.add(operation("PUT", path + "/activate", on(channel, run("active"))));
    all.add(operation("PUT", path + "/deactivate", on(channel, run("inactive"))));
    for (String action : channel.actions()) {
      all.add(operation("PUT", path + "/" + action, on(channel, runNow(action))));
    }
    return all.stream();
  }

  private static Operation operation(String method, String path, Operation.Action action) {
    return new Operation(method, path, Mailboxes.SCOPE, method.equals("GET"), action);
  }

  private static Operation.Action on(MailboxChannel channel, Action action) {
    return call -> {
      Optional<Row> entry = call.named(Kind.MAILBOX_ENTRY, call.param(PARAM));
      return entry
          .flatMap(e -> channel.of(call, e).map(row -> action.run(call, e, row)))
          .orElseGet(Errors::notFound);
    };
  }

  /** A channel shows its mailbox. */
  private static ObjectNode shown(Call call, Row entry, Row channel) {
    ObjectNode json = channel.json().deepCopy();
    json.set("mailbox_entry", Mailboxes.shown(call, entry));
    return json;
  }

  private static Answer create(Call call, MailboxChannel channel) {
    Optional<Row> entry = call.named(Kind.MAILBOX_ENTRY, call.param(PARAM));
    if (entry.isEmpty()) {
      return Errors.notFound();
    }
    Problems problems = channel.check(new Problems(call.body()));
    if (channel.of(call, entry.get()).isPresent()) {
      problems.add("base", "Caixa Postal já tem este canal");
    }
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    Row row =
        call.table(channel.kind())
            .add(
                entry.get().uid(),
                (id, uid) -> channel.fields(uid, entry.get(), call.body(), Writes.stamp(call)));
    return Answer.data(201, shown(call, entry.get(), row));
  }

  private static Answer change(Call call, MailboxChannel channel, Row entry, Row row) {
    channel.take(row.json(), entry, call.body());
    call.touch(row);
    return Answer.data(200, shown(call, entry, row));
  }

  private static Answer delete(Call call, MailboxChannel channel, Row row) {
    if (row.is("status", "active")) {
      return Errors.business(
          "Canal ativo não pode ser excluído. Desative-o primeiro.", "channel_is_active", "");
    }
    call.table(channel.kind()).remove(row);
    return Answer.noContent();
  }

  /** The state changes once the answer is made. */
  private static Action run(String status) {
    return (call, entry, row) -> {
      Answer answer = Answer.data(202, shown(call, entry, row));
      row.json().put("status", status);
      call.touch(row);
      return answer;
    };
  }

  private static Action runNow(String action) {
    return (call, entry, row) -> {
      ObjectNode shown = shown(call, entry, row);
      switch (action) {
        case "update_password" -> shown.put("status", "updating_password");
        case "update_status" -> {
          shown.put("server_status", "updating");
          row.json().put("server_status", "connected");
        }
        default -> {}
      }
      call.touch(row);
      return Answer.data(202, shown);
    };
  }
}
