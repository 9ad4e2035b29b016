package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The channels through which a mailbox's files go in and out; a mailbox has one of each at most.
 */
enum MailboxChannel {
  EMAIL(Kind.MAILBOX_EMAIL) {
    @Override
    void take(ObjectNode channel, Row entry, JsonNode sent) {
      for (String box : List.of("inbox_emails", "outbox_emails")) {
        if (sent.path(box).isArray() || !channel.has(box)) {
          ArrayNode all = channel.putArray(box);
          for (JsonNode email : sent.path(box)) {
            all.addObject()
                .put("address", email.path("address").asText())
                .put("label", email.hasNonNull("label") ? email.path("label").asText() : null);
          }
        }
      }
    }
  },

  S3(Kind.MAILBOX_S3) {
    @Override
    List<String> actions() {
      return List.of("fetch", "update_password");
    }

    @Override
    void take(ObjectNode channel, Row entry, JsonNode sent) {
      channel
          .putObject("connection")
          .put("identity_pool_id", "us-east-1:pool-de-exemplo")
          .put("user_pool_id", "us-east-1_exemplo")
          .put("client_id", "cliente-de-exemplo")
          .put("username", entry.text("slug"))
          .put("region", "us-east-1")
          .put("bucket", "caixas-de-exemplo")
          .putNull("inbox_path")
          .putNull("outbox_path");
    }
  },

  SFTP(Kind.MAILBOX_SFTP) {
    @Override
    List<String> actions() {
      return List.of("fetch", "update_password");
    }

    @Override
    void take(ObjectNode channel, Row entry, JsonNode sent) {
      channel
          .put("username", entry.text("slug"))
          .put("host", "sftp.example.com")
          .put("port", 22)
          .put("inbox_path", "/inbox")
          .put("outbox_path", "/outbox");
    }
  },

  SYNCTHING(Kind.MAILBOX_SYNCTHING) {
    @Override
    List<String> actions() {
      return List.of("resend_invites", "update_status");
    }

    @Override
    Problems check(Problems problems) {
      return problems.required("name", "device_id");
    }

    @Override
    void take(ObjectNode channel, Row entry, JsonNode sent) {
      for (String field : List.of("name", "device_id")) {
        if (sent.hasNonNull(field)) {
          channel.put(field, sent.path(field).asText());
        }
      }
      channel
          .put("inbox_folder_id", "kobana-" + entry.uid() + "-inbox")
          .put("outbox_folder_id", "kobana-" + entry.uid() + "-outbox")
          .put("server_status", "disconnected")
          .putNull("error_message");
    }
  },

  WHATSAPP(Kind.MAILBOX_WHATSAPP) {
    @Override
    void take(ObjectNode channel, Row entry, JsonNode sent) {
      for (String box : List.of("inbox_phones", "outbox_phones")) {
        if (sent.path(box).isArray() || !channel.has(box)) {
          ArrayNode all = channel.putArray(box);
          sent.path(box).forEach(phone -> all.add(telephone(phone)));
        }
      }
      channel.put("activation_token", "ativacao-em-claro-" + entry.id());
    }
  };

  private static final Template TEMPLATE =
      Template.of(
          "external_id custom_data",
          "{\"status\":\"pending\",\"tags\":[],\"created_via_api\":true}");

  private final Kind kind;

  MailboxChannel(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** What it does in the background besides starting and stopping. */
  List<String> actions() {
    return List.of();
  }

  /** As in its path. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is wrong with the body that adds one. */
  Problems check(Problems problems) {
    return problems;
  }

  /** Takes the fields sent into the channel, and sets those that follow from the mailbox. */
  abstract void take(ObjectNode channel, Row entry, JsonNode sent);

  ObjectNode fields(String uid, Row entry, JsonNode sent, String stamp) {
    ObjectNode json = TEMPLATE.record(0, uid, stamp);
    take(json, entry, sent);
    return json;
  }

  /** The channel of a mailbox. */
  Optional<Row> of(Call call, Row entry) {
    return call.table(kind).newestFirst(row -> row.parent().equals(entry.uid())).stream()
        .findFirst();
  }

  /** What the mailbox itself shows of it. */
  ObjectNode summary(Row channel) {
    ObjectNode json = channel.json().deepCopy();
    json.remove(
        List.of(
            "uid",
            "status",
            "external_id",
            "custom_data",
            "tags",
            "created_via_api",
            "created_at",
            "updated_at",
            "connection",
            "activation_token",
            "server_status",
            "error_message"));
    for (JsonNode box : json) {
      for (JsonNode member : box) {
        if (this == WHATSAPP && member instanceof ObjectNode phone) {
          phone.putNull("kind").remove("complete");
        }
      }
    }
    if (this == SFTP) {
      json.put("has_password", true).put("has_key", false);
    }
    return json;
  }

  private static ObjectNode telephone(JsonNode sent) {
    String country = sent.path("country_code").asText("55");
    String area = sent.path("local_code").asText("");
    String number = sent.path("number").asText("");
    return Json.object()
        .put("country_code", country)
        .put("local_code", area)
        .put("number", number)
        .put("complete", "+" + country + " " + area + " " + number);
  }
}
