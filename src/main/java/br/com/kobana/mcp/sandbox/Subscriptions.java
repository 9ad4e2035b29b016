package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.List;

/** Subscriptions, which issue a boleto every cycle: {@code /v1/customer_subscriptions}. */
final class Subscriptions {
  private static final Template TEMPLATE =
      Template.of(
          ChargeTerms.UNSET + " next_billing email",
          "{" + ChargeTerms.SET + ",\"days_in_advance\":7}");

  private Subscriptions() {}

  static List<Operation> operations() {
    return Resource.at(
            "/v1/customer_subscriptions", Kind.SUBSCRIPTION, "charge.customer_subscriptions")
        .filters(
            Filter.equal("customer_person_name", "/customer_person_name"),
            Filter.equal("customer_cnpj_cpf", "/customer_cnpj_cpf"),
            Filter.equal("customer_email", "/customer_email"))
        .list()
        .get()
        .create(
            call -> ChargeTerms.check(call).date("next_billing").date("end_at"),
            Subscriptions::make)
        .update(Subscriptions::update)
        .delete(Writes.remove(Kind.SUBSCRIPTION))
        .onItem("POST", "/next_charge", Subscriptions::nextCharge)
        .operations();
  }

  static ObjectNode fields(long id, String uid, LocalDate nextBilling, String stamp) {
    return TEMPLATE.record(id, uid, stamp).put("next_billing", nextBilling.toString());
  }

  private static Row make(Call call) {
    LocalDate next = ChargeTerms.after(call.times().today(), "monthly", 1);
    return call.table(Kind.SUBSCRIPTION)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, next, Writes.stamp(call));
              ChargeTerms.customer(call, json);
              return Writes.filled(call, json);
            });
  }

  private static Answer update(Call call, Row subscription) {
    Problems problems =
        new Problems(call.body()).amount("amount").date("next_billing").date("end_at");
    if (ChargeTerms.references(call, problems).any()) {
      return problems.answer(Version.V1);
    }
    ChargeTerms.customer(call, subscription.json());
    return Writes.changeAllBut("bank_billet_ids").run(call, subscription);
  }

  /** Issues a boleto for the next date, and moves that date by a cycle. */
  private static Answer nextCharge(Call call, Row subscription) {
    LocalDate due = LocalDate.parse(subscription.text("next_billing"));
    ChargeTerms.issue(call, subscription, "customer_subscription_id", due);
    LocalDate next = ChargeTerms.after(due, subscription.text("cycle"), 1);
    subscription.json().put("next_billing", next.toString());
    call.touch(subscription);
    return Answer.json(201, subscription.json());
  }
}
