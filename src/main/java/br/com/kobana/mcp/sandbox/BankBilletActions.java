package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What can be done to boletos that exist. */
final class BankBilletActions {
  /** The states that end a boleto. */
  private static final Set<String> FINAL = Set.of("paid", "canceled");

  private static final int DEFAULT_DAYS = 3;

  private BankBilletActions() {}

  static Answer update(Call call, Row billet) {
    if (isFinal(billet)) {
      return Errors.business("Boleto não pode ser alterado para o status " + billet.text("status"));
    }
    Problems problems = new Problems(call.body()).amount("amount").date("expire_at");
    if (problems.any()) {
      return problems.answer(Version.V1);
    }
    Fields.copy(call.body(), billet.json(), BankBillets.READ_ONLY);
    call.touch(billet);
    return Answer.noContent();
  }

  static Answer cancel(Call call, Row billet) {
    if (isFinal(billet)) {
      return Errors.business(
          "Boleto não pode ser cancelado para o status " + billet.text("status"));
    }
    cancelNow(call, billet);
    return Answer.noContent();
  }

  static Answer pay(Call call, Row billet) {
    Problems problems =
        new Problems(call.body()).requiredAmount("paid_amount").required("paid_at").date("paid_at");
    if (problems.any()) {
      return problems.answer(Version.V1);
    }
    if (isFinal(billet)) {
      return Errors.business("Boleto não pode ser pago para o status " + billet.text("status"));
    }
    BigDecimal paid = Fields.amount(call.field("paid_amount").decimalValue());
    ObjectNode json = billet.json();
    json.put("status", "paid");
    json.put("paid_at", call.field("paid_at").asText());
    json.put("paid_amount", paid);
    json.withArrayProperty("payments")
        .addObject()
        .put("paid_at", call.field("paid_at").asText())
        .put("paid_amount", paid);
    call.touch(billet);
    return Answer.noContent();
  }

  static Answer protest(Call call, Row billet) {
    String type = call.param("type");
    if (!Set.of("send", "cancel").contains(type)) {
      return Errors.business("Invalid protest type: must be 'send' or 'cancel'");
    }
    if (isFinal(billet)) {
      return Errors.business(
          "Boleto não pode ser protestado para o status " + billet.text("status"));
    }
    billet
        .json()
        .withArrayProperty("sue_history")
        .addObject()
        .put("status", type.equals("send") ? "order_issued" : "cancellation_requested")
        .put("occurred_at", call.times().stamp());
    call.touch(billet);
    return Answer.noContent();
  }

  /** A new boleto like the old one; with {@code cancel} the old one is canceled. */
  static Answer duplicate(Call call, Row billet) {
    Problems problems = new Problems(call.body()).amount("amount");
    if (problems.any()) {
      return problems.answer(Version.V1);
    }
    boolean cancel = call.field("cancel").asBoolean(false);
    if (cancel && isFinal(billet)) {
      return cancel(call, billet);
    }
    int days = call.field("expire_at_in_days").asInt(DEFAULT_DAYS);
    Row copy = call.table(Kind.BANK_BILLET).add((id, uid) -> copy(call, billet, id, uid, days));
    if (cancel) {
      cancelNow(call, billet);
    }
    Answer answer = Answer.json(201, copy.json());
    copy.json().put("status", "opened");
    return answer;
  }

  /** Cancels what may be canceled among those that meet every criterion; at least one is asked. */
  static Answer cancelAll(Call call) {
    Problems sent = new Problems(call.body()).date("expire_from").date("expire_to");
    if (sent.any()) {
      return sent.answer(Version.V1);
    }
    boolean none =
        List.of("status", "expire_from", "expire_to", "cnpj_cpf", "bank_billet_ids").stream()
            .allMatch(sent::absent);
    if (none) {
      return Errors.business("Parâmetros para o cancelamento não encontrados").beforeExecution();
    }
    call.table(Kind.BANK_BILLET)
        .newestFirst(criteria(call).and(billet -> !isFinal(billet)))
        .forEach(billet -> cancelNow(call, billet));
    return Answer.message(200, "Solicitação de cancelamento enviada para processamento");
  }

  static Answer sendEmail(Call call, Row billet) {
    JsonNode form = call.field("form");
    if (!form.hasNonNull("email_account_id")) {
      return undelivered("Falha ao enviar o Boleto para email.", "Conta de e-mail é obrigatória");
    }
    String to = form.path("to").asText(billet.text("customer_email"));
    return Answer.message(200, "Boleto enviado para o email " + to + " com sucesso.");
  }

  static Answer sendSms(Call call, Row billet) {
    JsonNode form = call.field("form");
    if (!form.hasNonNull("sms_notification_id")) {
      return undelivered("Falha ao enviar o Boleto pelo sms.", "Notificação de SMS é obrigatória");
    }
    String to = form.path("phone_to").asText(billet.text("customer_phone_number"));
    return Answer.message(200, "Sms enviado para " + to + " com sucesso.");
  }

  private static Predicate<Row> criteria(Call call) {
    Predicate<Row> all = billet -> true;
    String status = call.field("status").asText("");
    if (!status.isEmpty()) {
      all = all.and(billet -> billet.is("status", status));
    }
    String from = call.field("expire_from").asText("");
    if (!from.isEmpty()) {
      all = all.and(billet -> billet.text("expire_at").compareTo(from) >= 0);
    }
    String to = call.field("expire_to").asText("");
    if (!to.isEmpty()) {
      all = all.and(billet -> billet.text("expire_at").compareTo(to) <= 0);
    }
    String document = call.field("cnpj_cpf").asText("");
    if (!document.isEmpty()) {
      all = all.and(billet -> billet.is("customer_cnpj_cpf", document));
    }
    if (!call.field("bank_billet_ids").isEmpty()) {
      Set<Long> ids = new HashSet<>();
      call.field("bank_billet_ids").forEach(id -> ids.add(id.asLong()));
      all = all.and(billet -> ids.contains(billet.id()));
    }
    return all;
  }

  private static ObjectNode copy(Call call, Row original, long id, String uid, int days) {
    ObjectNode json = original.json().deepCopy();
    Fields.copy(call.body(), json, BankBillets.READ_ONLY);
    LocalDate due = call.times().today().plusDays(days);
    BigDecimal amount = json.get("amount").decimalValue();
    json.setAll(BankBillets.own(id, uid, amount, due, call.times().stamp()));
    for (String unset : List.of("paid_at", "paid_amount", "registered_at", "revoked_at")) {
      json.putNull(unset);
    }
    json.put("status", "generating");
    json.put("registration_status", "pending");
    json.put("created_via_api", true);
    json.putArray("payments");
    json.putArray("sue_history");
    return json;
  }

  private static void cancelNow(Call call, Row billet) {
    billet.json().put("status", "canceled");
    JsonNode reason = call.field("cancellation_reason");
    if (reason.isInt()) {
      billet.json().set("cancellation_reason", reason);
    }
    call.touch(billet);
  }

  private static boolean isFinal(Row billet) {
    return FINAL.contains(billet.text("status"));
  }

  private static Answer undelivered(String message, String error) {
    ObjectNode body = Json.object().put("message", message);
    body.putArray("errors").add(error);
    return Answer.json(400, body).beforeExecution();
  }
}
