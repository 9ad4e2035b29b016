package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * Events, and the messages that told of them: {@code /v1/events}, {@code /v1/email_deliveries},
 * {@code /v1/sms_deliveries} and {@code /v1/webhook_deliveries}. The lists filter by a number, the
 * records show a word.
 */
final class Deliveries {
  private static final String[] EMAIL_STATES = {"pending", "sent", "failed", "read", "clicked"};
  private static final String[] SMS_STATES = {
    "pending",
    "queued",
    "failed",
    "rejected",
    "sent",
    "received",
    "unreceived",
    "read",
    "held",
    "clicked"
  };
  private static final String[] WEBHOOK_STATES = {"pending", "delivered", "failed"};

  private static final Template EMAIL =
      Template.of(
          """
          id sent_error delivered_at failed_at bank_billet_account_id status_occurred_at
          last_clicked_at last_read_at clicked_at read_at bcc cc reply_to_address customer_id
          customer_external_code
          """,
          """
          {"status":"pending","email_notification_id":1,"click_count":0,"read_count":0,
           "subject":"Seu boleto","email_account_id":1,"email_template_id":1,
           "bank_billet_in_pdf":false,"from_address":"Padaria Aurora <cobranca@example.com>"}
          """);

  private static final Template SMS =
      Template.of(
          """
          id sent_error delivered_at failed_at bank_billet_account_id customer_id
          customer_external_code
          """,
          """
          {"status":"pending","message":"Seu boleto foi criado.","sms_notification_id":1,
           "phone_to":"+5511400400001"}
          """);

  private static final Template WEBHOOK =
      Template.of(
          """
          id url duration request_headers request_error response_body response_code
          response_headers response_message delivered_at first_try failed_at
          bank_billet_account_id content_type
          """,
          "{\"fails_count\":0,\"status\":\"pending\"}");

  private Deliveries() {}

  static List<Operation> operations() {
    Resource emails =
        Resource.at("/v1/email_deliveries", Kind.EMAIL_DELIVERY, "automation.email_deliveries")
            .filters(common(EMAIL_STATES))
            .list()
            .get()
            .onItem("PUT", "/resend", (call, row) -> resend(call, row, "sent"));
    Resource texts =
        Resource.at("/v1/sms_deliveries", Kind.SMS_DELIVERY, "automation.sms_deliveries")
            .filters(common(SMS_STATES))
            .list()
            .get()
            .onItem("PUT", "/resend", (call, row) -> resend(call, row, "sent"));
    Resource webhooks =
        Resource.at(
                "/v1/webhook_deliveries", Kind.WEBHOOK_DELIVERY, "automation.webhook_deliveries")
            .filters(webhookFilters())
            .list()
            .get()
            .on("PUT", "/resend", Deliveries::resendWebhooks);
    return Stream.of(emails, texts, webhooks)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static List<Filter> common(String... states) {
    return List.of(
        Filter.equal("resource_owner_id", "/resource_owner_id"),
        Filter.equal("event_code", "/event_code"),
        Filter.code("status", "/status", states));
  }

  private static List<Filter> webhookFilters() {
    return Stream.concat(
            common(WEBHOOK_STATES).stream(),
            Stream.of(
                Filter.equal("webhook_id", "/webhook_id"),
                Filter.equal("uid", "/uid"),
                Filter.equal("response_code", "/response_code")))
        .toList();
  }

  static ObjectNode email(long id, String uid, Row billet, String code, String stamp) {
    ObjectNode json = about(EMAIL.record(id, uid, stamp), billet, code);
    json.put("to", billet.text("customer_email"));
    return json.set("customer_id", billet.json().path("customer_id"));
  }

  static ObjectNode sms(long id, String uid, Row billet, String code, String stamp) {
    ObjectNode json = about(SMS.record(id, uid, stamp), billet, code);
    return json.set("customer_id", billet.json().path("customer_id"));
  }

  static ObjectNode webhook(
      long id, String uid, Row webhook, Row billet, String code, String stamp) {
    ObjectNode json = about(WEBHOOK.record(id, uid, stamp), billet, code);
    json.put("webhook_id", webhook.id()).put("url", webhook.text("url"));
    json.put("content_type", "application/json").put("first_try", stamp);
    json.putObject("request_headers").put("X-Kobana-Signature", "assinatura-em-claro-" + id);
    json.putObject("request_payload")
        .put("event_code", code)
        .putObject("webhook")
        .put("id", webhook.id())
        .put("url", webhook.text("url"))
        .put("first_try", stamp);
    return json;
  }

  private static ObjectNode about(ObjectNode json, Row billet, String code) {
    json.put("event_code", code);
    json.put("resource_owner_id", billet.id());
    for (String field : List.of("resource_owner", "resource_base")) {
      json.putObject(field).put("uid", billet.uid()).put("type", "bank_billet");
    }
    return json;
  }

  private static Answer resend(Call call, Row row, String status) {
    row.json().put("status", status).put("delivered_at", Writes.stamp(call)).putNull("failed_at");
    call.touch(row);
    return Answer.noContent();
  }

  /** At least one criterion; those that match go out again. */
  private static Answer resendWebhooks(Call call) {
    List<String> criteria =
        List.of("resource_owner_id", "webhook_id", "uid", "response_code", "event_code");
    List<Row> wanted =
        call.table(Kind.WEBHOOK_DELIVERY)
            .newestFirst(
                row ->
                    criteria.stream()
                            .allMatch(
                                field ->
                                    !call.body().hasNonNull(field)
                                        || row.is(field, call.field(field).asText()))
                        && inState(call, row)
                        && inPeriod(call, row));
    for (Row row : wanted) {
      resend(call, row, "delivered");
      row.json().put("response_code", 200);
    }
    return Answer.message(200, "Reenvio de entregas de webhook solicitado.");
  }

  private static boolean inState(Call call, Row row) {
    if (!call.body().hasNonNull("status")) {
      return true;
    }
    int code = call.field("status").asInt(-1);
    return code >= 0 && code < WEBHOOK_STATES.length && row.is("status", WEBHOOK_STATES[code]);
  }

  private static boolean inPeriod(Call call, Row row) {
    String day = row.text("created_at").substring(0, 10);
    String from = call.field("created_from").asText("");
    String to = call.field("created_to").asText("");
    return (from.isEmpty() || day.compareTo(from) >= 0) && (to.isEmpty() || day.compareTo(to) <= 0);
  }
}
