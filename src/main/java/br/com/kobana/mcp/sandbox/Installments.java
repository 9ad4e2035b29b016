package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Carnês, a fixed number of boletos: {@code /v1/installments}. */
final class Installments {
  private static final int MOST = 300;

  private static final Template TEMPLATE =
      Template.of(
          ChargeTerms.UNSET + " start_at url document_number document_date total",
          "{"
              + ChargeTerms.SET
              + ",\"status\":\"created\",\"bank_billets\":[],\"document_type\":\"02\"}");

  private Installments() {}

  static List<Operation> operations() {
    return Resource.at("/v1/installments", Kind.INSTALLMENT, "charge.installments")
        .list()
        .get()
        .create(Installments::check, Installments::make)
        .delete(Writes.remove(Kind.INSTALLMENT))
        .operations();
  }

  static ObjectNode fields(long id, String uid, LocalDate start, int total, String stamp) {
    return TEMPLATE
        .record(id, uid, stamp)
        .put("start_at", start.toString())
        .put("end_at", ChargeTerms.after(start, "monthly", total - 1L).toString())
        .put("total", total);
  }

  private static Problems check(Call call) {
    Problems problems =
        ChargeTerms.check(call).required("total", "start_at", "document_type").date("start_at");
    int total = call.field("total").asInt(0);
    if (!problems.absent("total") && (total < 1 || total > MOST)) {
      problems.add("total", "deve estar entre 1 e " + MOST);
    }
    return problems;
  }

  /** The carnê and its boletos, one a cycle from its first day on. */
  private static Row make(Call call) {
    LocalDate start = LocalDate.parse(call.field("start_at").asText().substring(0, 10));
    int total = call.field("total").asInt();
    Row carne =
        call.table(Kind.INSTALLMENT)
            .add(
                (id, uid) -> {
                  ObjectNode json = fields(id, uid, start, total, Writes.stamp(call));
                  ChargeTerms.customer(call, json);
                  Fields.copy(call.body(), json, readOnly());
                  return json;
                });
    String cycle = carne.text("cycle");
    List<LocalDate> dues = dues(call, start, cycle, total);
    for (int i = 0; i < dues.size(); i++) {
      Row billet = ChargeTerms.issue(call, carne, "installment_id", dues.get(i));
      billet.json().put("installment_number", i + 1).put("installment_total", dues.size());
      carne.json().withArrayProperty("bank_billets").add(shortly(billet));
    }
    carne.json().put("end_at", dues.get(dues.size() - 1).toString());
    return carne;
  }

  private static java.util.Set<String> readOnly() {
    java.util.Set<String> all = new java.util.HashSet<>(Fields.READ_ONLY);
    all.addAll(List.of("bank_billet_ids", "bank_billets", "url", "end_at"));
    return all;
  }

  /** The days asked for one by one, or one a cycle. */
  private static List<LocalDate> dues(Call call, LocalDate start, String cycle, int total) {
    List<LocalDate> days = new ArrayList<>();
    for (JsonNode own : call.field("custom_bank_billets")) {
      String day = own.path("expire_at").asText("");
      if (day.length() >= 10) {
        days.add(LocalDate.parse(day.substring(0, 10)));
      }
    }
    for (int i = 0; days.size() < total && call.field("custom_bank_billets").isEmpty(); i++) {
      days.add(ChargeTerms.after(start, cycle, i));
    }
    return days.isEmpty() ? List.of(start) : days;
  }

  private static ObjectNode shortly(Row billet) {
    return billet
        .json()
        .deepCopy()
        .retain("id", "uid", "expire_at", "amount", "status", "our_number", "line", "url");
  }
}
