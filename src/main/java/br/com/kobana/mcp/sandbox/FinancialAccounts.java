package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Bank accounts, their balances and commands: {@code /v2/financial/accounts}. */
final class FinancialAccounts {
  static final String PATH = "/v2/financial/accounts";

  /** The variable of the nested paths. */
  static final String PARAM = "financial_account_uid";

  /** The bank of the seed data. */
  static final String PROVIDER = "sicoob";

  static final Commands.Subject SUBJECT =
      new Commands.Subject("Financial::Account", "financial_account", FinancialAccounts::shown);

  private static final String SCOPE = "financial.accounts";

  private static final Template TEMPLATE =
      Template.of(
          """
          account_number account_digit agency_number agency_digit custom_name
          payment_agreement_code person_info tag_list custom_data external_id balance
          """,
          """
          {"status":"complete","financial_provider_slug":"sicoob","kind":"checking","tags":[],
           "bank":{"name":"Sicoob","bcb_name":"BANCO COOPERATIVO SICOOB S.A.","number":"756"}}
          """);

  private static final Template PERSON =
      Template.of(
          """
          id uid nickname birthday notes external_code custom_data tag_list name kind
          document_type document_number
          """,
          """
          {"addresses":[],"emails":[],"phones":[],"tags":[],"created_via_api":true}
          """);

  private static final Template BALANCE =
      Template.of(
          "external_id custom_data capture_date amount",
          "{\"blocked_amount\":0.00,\"automatically_invested_amount\":0.00,\"tags\":[]}");

  private static final Set<String> READ_ONLY =
      Set.of(
          "uid",
          "status",
          "bank",
          "created_at",
          "updated_at",
          "tag_list",
          "balance",
          "person_info");

  /** What goes with an account when it is deleted. */
  private static final List<Kind> BELONGINGS =
      List.of(
          Kind.BALANCE,
          Kind.STATEMENT_TRANSACTION,
          Kind.STATEMENT_SYNC,
          Kind.STATEMENT_IMPORT,
          Kind.STATEMENT_ACCOUNT,
          Kind.PAYMENT_ACCOUNT,
          Kind.TRANSFER_ACCOUNT,
          Kind.BANK_BILLET_ACCOUNT);

  private static final List<Kind> USERS_OF =
      List.of(
          Kind.PAYMENT, Kind.PAYMENT_BATCH, Kind.TRANSFER, Kind.TRANSFER_BATCH, Kind.PIX_ACCOUNT);

  private FinancialAccounts() {}

  static List<Operation> operations() {
    Resource accounts =
        Resource.at(PATH, Kind.FINANCIAL_ACCOUNT, SCOPE)
            .idName("id")
            .byExternalIdToo()
            .list()
            .get()
            .create(FinancialAccounts::check, FinancialAccounts::make)
            .update(FinancialAccounts::update);
    Resource deletion =
        Resource.at(PATH, Kind.FINANCIAL_ACCOUNT, SCOPE).delete(FinancialAccounts::delete);
    Resource balances =
        Resource.at(path("/balances"), Kind.BALANCE, "financial.balances")
            .within(Kind.FINANCIAL_ACCOUNT, PARAM)
            .idName("balance_uid")
            .byExternalIdToo()
            .view(FinancialAccounts::balance)
            .list()
            .get()
            .create(FinancialAccounts::checkBalance, FinancialAccounts::makeBalance);
    Resource commands = Commands.of(path("/commands"), Kind.FINANCIAL_ACCOUNT, PARAM, SCOPE);
    Operation providers =
        new Operation(
            "GET", "/v2/financial/providers", "financial.providers", true, call -> providers());
    return Stream.concat(
            Stream.of(accounts, deletion, balances, commands)
                .flatMap(resource -> resource.operations().stream()),
            Stream.of(providers))
        .toList();
  }

  /** The path of something below an account. */
  static String path(String suffix) {
    return PATH + "/{" + PARAM + "}" + suffix;
  }

  static ObjectNode fields(AccountData data, String uid, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("uid", uid);
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    json.set("service_accounts", ServiceAccounts.open(data, uid, stamp));
    return json;
  }

  static ObjectNode balanceFields(String uid, String stamp) {
    ObjectNode json = BALANCE.copy();
    json.put("uid", uid);
    json.put("capture_date", stamp);
    json.put("created_at", stamp);
    return json;
  }

  /** Adds a problem when the body names a financial account that does not exist. */
  static Problems checkNamed(Call call, Problems problems) {
    boolean unknown =
        !problems.absent(PARAM)
            && call.named(Kind.FINANCIAL_ACCOUNT, call.field(PARAM).asText()).isEmpty();
    return unknown ? problems.add(PARAM, "não foi encontrada") : problems;
  }

  /** The uid of the account's service, such as the one that pays. */
  static String service(Row account, String slug) {
    for (JsonNode service : account.json().path("service_accounts")) {
      if (service.path("slug").asText().equals(slug)) {
        return service.path("uid").asText();
      }
    }
    return "";
  }

  /** The holder as shown: every field of a person, with those sent. */
  static ObjectNode person(long id, JsonNode sent) {
    ObjectNode person = PERSON.copy().put("id", id).put("uid", Kind.PERSON.uid(0xf, id));
    return sent instanceof ObjectNode fields ? person.setAll(fields.deepCopy()) : person;
  }

  private static ObjectNode shown(Call call, Row account) {
    return account.json();
  }

  private static Problems check(Call call) {
    return new Problems(call.body())
        .required(
            "account_number",
            "account_digit",
            "agency_number",
            "financial_provider_slug",
            "person_info");
  }

  private static Row make(Call call) {
    return call.table(Kind.FINANCIAL_ACCOUNT)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(call.data(), uid, call.times().stamp());
              Fields.copy(call.body(), json, READ_ONLY);
              json.set("person_info", person(id, call.field("person_info")));
              if (json.path("custom_name").isNull()) {
                json.put("custom_name", "Sicoob CC: " + call.field("account_number").asText());
              }
              return json;
            });
  }

  private static Answer update(Call call, Row account) {
    JsonNode person = call.field("person_info");
    String document = person.path("document_number").asText("");
    if (!document.isEmpty() && !Problems.isDocument(document)) {
      return new Problems(call.body())
          .add("person_info", "> CPF/CNPJ não é um CNPJ ou CPF válido")
          .answer(Version.V2);
    }
    Fields.copy(call.body(), account.json(), READ_ONLY);
    if (person instanceof ObjectNode changes) {
      account.json().withObjectProperty("person_info").setAll(changes.deepCopy());
    }
    call.touch(account);
    return Answer.data(200, account.json());
  }

  private static Answer delete(Call call, Row account) {
    deleteWithBelongings(call, account);
    return Answer.json(
        202,
        Json.object()
            .put("status", 202)
            .put("message", "Conta Financeira enviada para exclusão; ela será removida em breve."));
  }

  /** What belongs to the account, or pays from it, goes with it. */
  static void deleteWithBelongings(Call call, Row account) {
    call.table(Kind.FINANCIAL_ACCOUNT).remove(account);
    for (Kind kind : BELONGINGS) {
      call.table(kind).removeAll(row -> row.parent().equals(account.uid()));
    }
    for (Kind kind : USERS_OF) {
      call.table(kind).removeAll(row -> row.is(PARAM, account.uid()));
    }
  }

  private static Problems checkBalance(Call call) {
    Problems problems = new Problems(call.body()).required("amount");
    return problems.absent("amount") || call.field("amount").isNumber()
        ? problems
        : problems.add("amount", "não é um número");
  }

  private static Row makeBalance(Call call) {
    Row account = call.table(Kind.FINANCIAL_ACCOUNT).find(call.param(PARAM)).orElseThrow();
    return call.table(Kind.BALANCE)
        .add(
            account.uid(),
            (id, uid) -> {
              ObjectNode json = balanceFields(uid, call.times().stamp());
              json.putNull("capture_date");
              Fields.copy(call.body(), json, Set.of("uid", "created_at", "capture_date"));
              json.remove("tag_list");
              return json;
            });
  }

  /** A balance shows its account, without the account's own balance and services. */
  private static ObjectNode balance(Call call, Row balance) {
    ObjectNode json = balance.json().deepCopy();
    call.table(Kind.FINANCIAL_ACCOUNT)
        .find(balance.parent())
        .ifPresent(
            account ->
                json.set(
                    "financial_account",
                    account.json().deepCopy().without(List.of("balance", "service_accounts"))));
    return json;
  }

  private static Answer providers() {
    ArrayNode all = Json.array();
    provider(all, "Banco do Brasil", "001", "9", "bb");
    provider(all, "Bradesco", "237", "2", "bradesco");
    provider(all, "BTG Pactual", "208", "1", "btg");
    provider(all, "Inter", "077", "9", "inter");
    provider(all, "Itaú", "341", "7", "itau");
    provider(all, "Santander", "033", "7", "santander");
    provider(all, "Sicoob", "756", "0", PROVIDER);
    return Answer.data(200, all);
  }

  private static void provider(
      ArrayNode all, String name, String number, String digit, String slug) {
    all.addObject()
        .put("kind", "bank")
        .put("name", name)
        .put("bcb_name", name.toUpperCase(java.util.Locale.ROOT))
        .put("number", number)
        .put("number_with_digit", number + "-" + digit)
        .put("slug", slug);
  }
}
