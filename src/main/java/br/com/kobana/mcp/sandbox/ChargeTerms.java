package br.com.kobana.mcp.sandbox;

import java.time.LocalDate;
import java.util.Set;

/** What subscriptions and carnês have in common: a payer, and the terms of the boletos to come. */
final class ChargeTerms {
  /** The fields both have that start as null. */
  static final String UNSET =
      """
      id amount end_at instructions customer_id customer_person_name customer_cnpj_cpf
      customer_address customer_state customer_neighborhood customer_zipcode
      customer_address_number customer_address_complement customer_phone_number customer_email
      customer_city_name customer_email_cc customer_ignore_email customer_ignore_sms
      customer_mobile_local_code customer_mobile_number customer_nickname customer_notes
      customer_contact_person description fine_for_delay fine_percentage fine_value days_for_fine
      late_payment_interest interest_daily_value interest_daily_percentage
      interest_monthly_percentage days_for_interest interest_percentage interest_value
      days_for_discount discount_value discount_percentage bank_billet_layout_id notes tag_list
      divergent_payment_type divergent_payment_value_type divergent_payment_maximum_value
      divergent_payment_minimum_value divergent_payment_maximum_percentage
      divergent_payment_minimum_percentage divergent_payment_limit days_for_second_discount
      second_discount_percentage second_discount_value days_for_third_discount
      third_discount_percentage third_discount_value days_for_revoke days_for_sue
      days_for_negativation custom_attachment_name guarantor_name guarantor_cnpj_cpf
      guarantor_address_number guarantor_neighborhood guarantor_phone_number guarantor_city_name
      guarantor_state guarantor_zipcode guarantor_address guarantor_address_complement import_id
      days_for_sue_type
      """;

  /** Those that do not, without the braces around them. */
  static final String SET =
      """
      "cycle":"monthly","bank_billet_account_id":1,"fine_type":0,"interest_type":0,
      "discount_type":0,"bank_billet_ids":[],"payment_count":1,"tags":[],
      "prevent_registration":false,"interest_days_type":0,"ignore_whatsapp":false,
      "created_via_api":true
      """;

  private static final Set<String> NOT_THE_BOLETOS =
      Set.of("amount", "end_at", "status", "cycle", "bank_billet_ids", "tag_list");

  private ChargeTerms() {}

  /** The payer, whole or as a customer that exists; the amount; the carteira. */
  static Problems check(Call call) {
    Problems problems =
        new Problems(call.body()).requiredAmount("amount").required("bank_billet_account_id");
    if (problems.absent("customer_id")) {
      problems
          .required(
              "customer_person_name",
              "customer_zipcode",
              "customer_address",
              "customer_neighborhood",
              "customer_city_name",
              "customer_state")
          .document("customer_cnpj_cpf");
      if (problems.absent("customer_cnpj_cpf")) {
        problems.add("customer_cnpj_cpf", "não é um CNPJ ou CPF válido");
      }
    }
    return references(call, problems);
  }

  /** The records named have to exist. */
  static Problems references(Call call, Problems problems) {
    if (!problems.absent("customer_id")
        && call.named(Kind.CUSTOMER, call.field("customer_id").asText()).isEmpty()) {
      problems.add("customer_id", "não foi encontrado");
    }
    if (!problems.absent("bank_billet_account_id")
        && call.named(Kind.BANK_BILLET_ACCOUNT, call.field("bank_billet_account_id").asText())
            .isEmpty()) {
      problems.add("bank_billet_account_id", "não foi encontrada");
    }
    return problems;
  }

  /** Takes the payer from the customer named, where there is one. */
  static void customer(Call call, com.fasterxml.jackson.databind.node.ObjectNode json) {
    call.named(Kind.CUSTOMER, call.field("customer_id").asText(""))
        .ifPresent(customer -> BankBillets.customer(json, customer));
  }

  /** One more boleto under the terms. */
  static Row issue(Call call, Row terms, String owner, LocalDate due) {
    Row billet =
        call.table(Kind.BANK_BILLET)
            .add(
                (id, uid) -> {
                  var json =
                      BankBillets.fields(
                          id,
                          uid,
                          terms.json().path("amount").decimalValue(),
                          due,
                          Writes.stamp(call));
                  Set<String> own = new java.util.HashSet<>(BankBillets.READ_ONLY);
                  own.addAll(NOT_THE_BOLETOS);
                  Fields.copy(terms.json(), json, own);
                  return json.put(owner, terms.id()).put("status", "opened");
                });
    terms.json().withArrayProperty("bank_billet_ids").add(billet.id());
    return billet;
  }

  /** The day so many cycles later. */
  static LocalDate after(LocalDate day, String cycle, long times) {
    return switch (cycle) {
      case "weekly" -> day.plusWeeks(times);
      case "biweekly" -> day.plusWeeks(2 * times);
      case "bimonthly" -> day.plusMonths(2 * times);
      case "quarterly" -> day.plusMonths(3 * times);
      case "semiannual" -> day.plusMonths(6 * times);
      case "annual" -> day.plusYears(times);
      default -> day.plusMonths(times);
    };
  }
}
