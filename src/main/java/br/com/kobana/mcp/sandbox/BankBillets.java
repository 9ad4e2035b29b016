package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Boletos: {@code /v1/bank_billets}. */
final class BankBillets {
  private static final String PATH = "/v1/bank_billets";
  private static final String SCOPE = "charge.bank_billets";

  private static final Template TEMPLATE =
      Template.of(
          """
          paid_at description customer_person_name customer_cnpj_cpf customer_state
          customer_city_name customer_zipcode customer_address customer_neighborhood
          customer_address_complement customer_address_number
          customer_phone_number customer_email customer_email_cc customer_ignore_email
          customer_mobile_local_code customer_mobile_number customer_nickname customer_notes
          customer_contact_person customer_id paid_amount meta fine_for_delay fine_percentage
          fine_value days_for_fine late_payment_interest interest_daily_value
          interest_daily_percentage interest_monthly_percentage days_for_interest
          interest_percentage interest_value discount_limit_date discount_value
          discount_percentage days_for_discount days_for_second_discount
          second_discount_percentage second_discount_value days_for_third_discount
          third_discount_percentage third_discount_value days_for_revoke notes guarantor_name
          guarantor_cnpj_cpf guarantor_address guarantor_address_number
          guarantor_address_complement guarantor_neighborhood guarantor_phone_number
          guarantor_city_name guarantor_state guarantor_zipcode instructions document_date
          document_number extra1_digit extra2 extra2_digit customer_subscription_id
          installment_total installment_number installment_id carne_url bank_billet_layout_id
          tag_list addons sue_code revoke_code first_instruction second_instruction registered_at
          control_number divergent_payment_type divergent_payment_value_type
          divergent_payment_maximum_value divergent_payment_minimum_value
          divergent_payment_maximum_percentage divergent_payment_minimum_percentage
          divergent_payment_limit days_for_sue days_for_negativation custom_attachment_name
          split_payment_type custom_data pix_qrcode password_protected_mode revoked_at
          recipient_account pix_txid cancel_type cancellation_reason reduction_amount import_id
          reduction_percentage external_id financial_provider_external_id days_for_sue_type
          credit_bureau
          """,
          """
          {"status":"generating","registration_status":"pending","customer_ignore_sms":false,
           "created_via_api":true,"fine_type":0,"interest_type":0,"discount_type":0,
           "payment_count":1,"bank_billet_account_id":1,"beneficiary_name":"Padaria Aurora Ltda.",
           "beneficiary_cnpj_cpf":"11.222.333/0001-81",
           "beneficiary_address":"Rua das Acácias, 250, Jardim Sul, São Paulo, SP, 04567000",
           "beneficiary_assignor_code":"1234 / 0056789",
           "payment_place":"Pagável em qualquer banco até o vencimento.","document_type":"02",
           "document_type_label":"DM","acceptance":"N","bank_contract_slug":"sicoob-01",
           "agency_number":"1234","agency_digit":"0","account_number":"00056789",
           "account_digit":"1","extra1":"0056789","tags":[],"ignore_email":false,
           "ignore_sms":false,"ignore_whatsapp":false,"prevent_registration":false,
           "interest_days_type":0,"split_payment":false,"dispatch_type":1,"charge_type":1,
           "pix_enabled":false,"prevent_pix":false,"instructions_mode":1,"reduction_type":3,
           "after_create":[],"sue_history":[],"bank_billet_discharges":[],
           "bank_billet_remittances":[],"bank_billet_payments":[],"bank_billet_registrations":[],
           "bank_billet_split_accounts":[],"pix":[],"payments":[]}
          """);

  private static final List<String> CUSTOMER_FIELDS =
      List.of(
          "person_name",
          "cnpj_cpf",
          "address",
          "address_number",
          "neighborhood",
          "zipcode",
          "city_name",
          "state",
          "email",
          "phone_number");

  /** What only the API writes. */
  static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "uid",
          "status",
          "registration_status",
          "paid_amount",
          "paid_at",
          "registered_at",
          "created_at",
          "updated_at",
          "created_via_api",
          "url",
          "formats",
          "line",
          "barcode",
          "tag_list",
          "pix",
          "payments");

  private BankBillets() {}

  static List<Operation> operations() {
    return Resource.at(PATH, Kind.BANK_BILLET, SCOPE)
        .filters(
            Filter.equal("bank_billet_account_id", "/bank_billet_account_id"),
            Filter.equal("status", "/status"),
            Filter.equal("our_number", "/our_number"),
            Filter.equal("processed_our_number_raw", "/processed_our_number_raw"),
            Filter.equal("cnpj_cpf", "/customer_cnpj_cpf"))
        .filters(Filter.period("created", "/created_at"))
        .filters(Filter.period("expire", "/expire_at"))
        .filters(Filter.period("paid", "/paid_at"))
        .filters(Filter.period("registered", "/registered_at"))
        .filters(Filter.period("updated", "/updated_at"))
        .list()
        .get()
        .create(BankBillets::check, BankBillets::make, row -> row.json().put("status", "opened"))
        .update(BankBilletActions::update)
        .onItem("PUT", "/cancel", BankBilletActions::cancel)
        .onItem("PUT", "/pay", BankBilletActions::pay)
        .onItem("PUT", "/protest/{type}", BankBilletActions::protest)
        .onItem("POST", "/duplicate", BankBilletActions::duplicate)
        .onItem("POST", "/send_email", BankBilletActions::sendEmail)
        .onItem("POST", "/send_sms", BankBilletActions::sendSms)
        .on("POST", "/cancel_all", BankBilletActions::cancelAll)
        .operations();
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body()).requiredAmount("amount").required("expire_at").date("expire_at");
    if (problems.absent("customer_id")) {
      problems
          .required(
              "customer_person_name",
              "customer_cnpj_cpf",
              "customer_state",
              "customer_city_name",
              "customer_zipcode",
              "customer_address",
              "customer_neighborhood")
          .document("customer_cnpj_cpf");
    } else if (call.named(Kind.CUSTOMER, call.field("customer_id").asText()).isEmpty()) {
      problems.add("customer_id", "não foi encontrado");
    }
    return problems;
  }

  private static Row make(Call call) {
    BigDecimal amount = call.field("amount").decimalValue();
    LocalDate expireAt = LocalDate.parse(call.field("expire_at").asText().substring(0, 10));
    return call.table(Kind.BANK_BILLET)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, amount, expireAt, call.times().stamp());
              call.named(Kind.CUSTOMER, call.field("customer_id").asText(""))
                  .ifPresent(customer -> customer(json, customer));
              Fields.copy(call.body(), json, READ_ONLY);
              json.put("expire_at", expireAt.toString());
              return json;
            });
  }

  /** Every field of a new boleto. */
  static ObjectNode fields(
      long id, String uid, BigDecimal amount, LocalDate expireAt, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.setAll(own(id, uid, amount, expireAt, stamp));
    return json;
  }

  /** What is a boleto's own: its ids, amount, dates and the texts that follow from them. */
  static ObjectNode own(long id, String uid, BigDecimal amount, LocalDate expireAt, String stamp) {
    ObjectNode json = Json.object();
    json.put("id", id);
    json.put("uid", uid);
    json.put("amount", Fields.amount(amount));
    json.put("expire_at", expireAt.toString());
    json.put("our_number", Long.toString(id));
    String raw = String.format(Locale.ROOT, "%07d%d", id, id % 10);
    json.put("processed_our_number", raw);
    json.put("processed_our_number_raw", raw);
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    json.put("issued_at", stamp);
    codes(json, id, amount);
    addresses(json, uid.substring(uid.length() - 6));
    return json;
  }

  /** The digits a payer types or scans; well-formed in length, payable nowhere. */
  private static void codes(ObjectNode json, long id, BigDecimal amount) {
    long cents = amount.movePointRight(2).longValue() % 10_000_000_000L;
    String value = String.format(Locale.ROOT, "%010d", cents);
    String free = String.format(Locale.ROOT, "%025d", 1_234_005_678_900L + id);
    json.put("barcode", "756" + "9" + "1" + "1000" + value + free);
    json.put(
        "line",
        String.format(
            Locale.ROOT,
            "75691.%s %s.%s %s.%s 1 1000%s",
            free.substring(0, 5),
            free.substring(5, 10),
            free.substring(10, 16),
            free.substring(15, 20),
            free.substring(19, 25),
            value));
  }

  private static void addresses(ObjectNode json, String hash) {
    String url = "http://localhost/boleto/" + hash;
    json.put("url", url);
    json.put("shorten_url", url);
    json.put("url_hash", hash);
    ObjectNode formats = json.putObject("formats");
    formats.put("default", url);
    for (String image : List.of("png", "pdf")) {
      formats.put(image, url + "." + image);
    }
    for (String page :
        List.of("boleto_hibrido", "barcode", "envelope", "letter", "line", "recibo")) {
      formats.put(page, url + "/" + page);
    }
    formats.putNull("boleto_pix");
    formats.putNull("pix_qrcode");
  }

  /** Takes the payer from a customer's record. */
  static void customer(ObjectNode json, Row customer) {
    json.put("customer_id", customer.id());
    for (String field : CUSTOMER_FIELDS) {
      json.set("customer_" + field, customer.json().path(field).deepCopy());
    }
  }
}
