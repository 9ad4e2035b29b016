package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The agreements under which a financial account pays and transfers: {@code /v2/payment/accounts}
 * and {@code /v2/transfer/accounts}. Each account has one of each, and one for statements, from its
 * start.
 */
final class ServiceAccounts {
  private static final Map<Kind, String> SLUGS =
      new EnumMap<>(
          Map.of(
              Kind.STATEMENT_ACCOUNT, "statement.account",
              Kind.PAYMENT_ACCOUNT, "payment.account",
              Kind.TRANSFER_ACCOUNT, "transfer.account"));

  private static final int LONGEST_AGREEMENT = 30;

  private static final Template TEMPLATE =
      Template.of(
          """
          financial_account_uid connection_uid agreement_code service_point_number provider_data
          balance_validation_enabled_at remittance_enabled_at external_id
          """,
          "{}");

  private ServiceAccounts() {}

  static List<Operation> operations() {
    return Stream.concat(
            of("/v2/payment/accounts", Kind.PAYMENT_ACCOUNT, "payment.accounts"),
            of("/v2/transfer/accounts", Kind.TRANSFER_ACCOUNT, "transfer.accounts"))
        .toList();
  }

  private static Stream<Operation> of(String path, Kind kind, String scope) {
    return Resource.at(path, kind, scope)
        .filters(Filter.equal(FinancialAccounts.PARAM, "/" + FinancialAccounts.PARAM))
        .list()
        .get()
        .create(ServiceAccounts::check, call -> make(call, kind))
        .patch(ServiceAccounts::change)
        .operations()
        .stream();
  }

  /** The accounts that a financial account starts with, as its {@code service_accounts}. */
  static ArrayNode open(AccountData data, String financialAccount, String stamp) {
    ArrayNode services = Json.array();
    SLUGS.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(
            service -> {
              Row row = add(data, service.getKey(), financialAccount, stamp);
              services.addObject().put("slug", service.getValue()).put("uid", row.uid());
            });
    return services;
  }

  /**
   * Checks that the service account that a write names belongs to its financial account.
   *
   * @param param the field that names it
   */
  static Problems checkNamed(Call call, Problems problems, JsonNode sent, Kind kind, String param) {
    String uid = sent.path(param).asText("");
    String financial = call.field(FinancialAccounts.PARAM).asText("");
    boolean wrong =
        !uid.isEmpty()
            && call.named(kind, uid).filter(row -> row.parent().equals(financial)).isEmpty();
    return wrong ? problems.add(param, "não foi encontrada") : problems;
  }

  private static Row add(AccountData data, Kind kind, String financialAccount, String stamp) {
    return data.table(kind)
        .add(
            financialAccount,
            (id, uid) ->
                TEMPLATE
                    .record(id, uid, stamp)
                    .put(FinancialAccounts.PARAM, financialAccount)
                    .put("agreement_code", Long.toString(12_344 + id)));
  }

  private static Problems check(Call call) {
    return checkFields(call, new Problems(call.body()).requiredAccount(call));
  }

  private static Problems checkFields(Call call, Problems problems) {
    if (call.field("agreement_code").asText("").length() > LONGEST_AGREEMENT) {
      problems.add(
          "agreement_code", "é muito longo (máximo: " + LONGEST_AGREEMENT + " caracteres)");
    }
    JsonNode enabled = call.field("remittance_enabled");
    if (!enabled.isMissingNode() && !enabled.isBoolean()) {
      problems.add("remittance_enabled", "deve ser verdadeiro ou falso");
    }
    return problems;
  }

  private static Row make(Call call, Kind kind) {
    String financial = call.field(FinancialAccounts.PARAM).asText();
    Row row = add(call.data(), kind, financial, Writes.stamp(call));
    row.json().putNull("agreement_code");
    take(call, row.json());
    call.table(Kind.FINANCIAL_ACCOUNT)
        .find(financial)
        .ifPresent(
            account ->
                account
                    .json()
                    .withArrayProperty("service_accounts")
                    .addObject()
                    .put("slug", SLUGS.get(kind))
                    .put("uid", row.uid()));
    return row;
  }

  private static Answer change(Call call, Row row) {
    Problems problems = checkFields(call, new Problems(call.body()));
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    take(call, row.json());
    call.touch(row);
    return Answer.data(200, row.json());
  }

  private static void take(Call call, ObjectNode json) {
    Fields.copy(
        call.body().deepCopy().retain("agreement_code", "external_id"), json, Fields.READ_ONLY);
    if (call.field("provider_data") instanceof ObjectNode sent) {
      ObjectNode data = json.putObject("provider_data");
      for (String name : List.of("service_point_number", "cooperative_cnpj")) {
        data.put(name, sent.hasNonNull(name) ? sent.path(name).asText() : null);
      }
      json.set("service_point_number", data.path("service_point_number"));
    }
    if (call.field("remittance_enabled").isBoolean()) {
      boolean enabled = call.field("remittance_enabled").asBoolean();
      json.put("remittance_enabled_at", enabled ? Writes.stamp(call) : null);
    }
  }
}
