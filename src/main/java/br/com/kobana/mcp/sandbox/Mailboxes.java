package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** Mailboxes and their files: {@code /v2/mailbox/entries} and {@code /v2/mailbox/files}. */
final class Mailboxes {
  static final String PATH = "/v2/mailbox/entries";
  static final String SCOPE = "mailbox.entries";

  private static final Template ENTRY =
      Template.of(
          """
          slug name kind send_encryption_public_key receive_encryption_keypair_id external_id
          custom_data
          """,
          """
          {"send_encrypted":false,"receive_encrypted":false,"active_channels":["api"],
           "channels":{},"processed":[],"tags":[],"created_via_api":true}
          """);

  private static final Template FILE =
      Template.of(
          "mailbox_entry_id external_id custom_data processed_at",
          """
          {"kind":"received","size":1024,"mime_type":"text/plain","tags":[],
           "created_via_api":false}
          """);

  private Mailboxes() {}

  static List<Operation> operations() {
    Resource entries =
        Resource.at(PATH, Kind.MAILBOX_ENTRY, SCOPE)
            .view(Mailboxes::shown)
            .list()
            .get()
            .create(
                call -> new Problems(call.body()).required("kind", "name"), Mailboxes::makeEntry)
            .patch(Mailboxes::updateEntry)
            .delete(Mailboxes::deleteEntry);
    Resource files =
        Resource.at("/v2/mailbox/files", Kind.MAILBOX_FILE, "mailbox.files")
            .list()
            .get()
            .patch(
                Writes.changeAllBut("mailbox_entry_id", "kind", "size", "mime_type", "uploaded_at"))
            .delete(Writes.remove(Kind.MAILBOX_FILE));
    return Stream.of(entries, files).flatMap(resource -> resource.operations().stream()).toList();
  }

  static ObjectNode entryFields(long id, String uid, String stamp) {
    return ENTRY
        .record(0, uid, stamp)
        .put("slug", "caixa-" + id)
        .put("name", "Caixa " + id)
        .put("kind", "document");
  }

  static ObjectNode fileFields(long id, String uid, Row entry, String stamp) {
    return FILE.record(0, uid, stamp)
        .put("mailbox_entry_id", entry.uid())
        .put("name", "arquivo-" + id + ".txt")
        .put("uploaded_at", stamp);
  }

  /** A mailbox shows its channels. */
  static ObjectNode shown(Call call, Row entry) {
    ObjectNode json = entry.json().deepCopy();
    ArrayNode active = json.putArray("active_channels");
    ObjectNode channels = json.putObject("channels");
    for (MailboxChannel channel : MailboxChannel.values()) {
      channel
          .of(call, entry)
          .ifPresent(
              row -> {
                active.add(channel.wireName());
                channels.set(channel.wireName(), channel.summary(row));
              });
    }
    if (active.isEmpty()) {
      active.add("api");
    }
    return json;
  }

  private static Row makeEntry(Call call) {
    return call.table(Kind.MAILBOX_ENTRY)
        .add(
            (id, uid) ->
                take(call, entryFields(id, uid, Writes.stamp(call)).put("created_via_api", true)));
  }

  private static ObjectNode take(Call call, ObjectNode json) {
    ObjectNode sent = call.body().deepCopy();
    sent.remove(List.of("active_channels", "channels", "processed"));
    Fields.copy(sent, json, Fields.READ_ONLY);
    return json;
  }

  private static Answer updateEntry(Call call, Row entry) {
    take(call, entry.json());
    call.touch(entry);
    return Answer.data(200, shown(call, entry));
  }

  private static Answer deleteEntry(Call call, Row entry) {
    boolean files =
        !call.table(Kind.MAILBOX_FILE)
            .newestFirst(file -> file.is("mailbox_entry_id", entry.uid()))
            .isEmpty();
    if (files) {
      return Errors.business(
          "Caixa Postal não pode ser excluída",
          "mailbox_entry_has_files",
          "A caixa postal não pode ser excluída porque tem arquivos");
    }
    call.table(Kind.MAILBOX_ENTRY).remove(entry);
    for (MailboxChannel channel : MailboxChannel.values()) {
      channel.of(call, entry).ifPresent(call.table(channel.kind())::remove);
    }
    return Answer.noContent();
  }
}
