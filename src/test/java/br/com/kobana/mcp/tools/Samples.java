package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.auth.Challenge;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import br.com.kobana.mcp.catalog.Listing.Paging;
import br.com.kobana.mcp.catalog.Listing.Type;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A small catalogue, callers, and short forms of what the tests do all the time. */
final class Samples {
  static final String BILLETS = "banking_charge_bank_billet_list";
  static final String BILLET = "banking_charge_bank_billet_get";
  static final String CREATE = "banking_charge_bank_billet_create";
  static final String CANCEL = "banking_charge_bank_billet_cancel";
  static final String SEND_EMAIL = "banking_charge_bank_billet_send_email";
  static final String REMOVE = "banking_charge_bank_billet_batch_remove";
  static final String PIX_LIST = "banking_charge_pix_list";
  static final String PIX = "banking_charge_pix_get";
  static final String PIX_CANCEL = "banking_charge_pix_cancel";
  static final String STATEMENT = "banking_financial_statement_transaction_list";
  static final String PROVIDERS = "banking_financial_provider_list";
  static final String CUSTOMER = "banking_crm_customer_get";

  static final Cursors CURSORS = new Cursors(List.of("a key for tests only".getBytes()));
  static final Challenge CHALLENGE =
      scopes ->
          new Refusal(
              Rung.SCOPE,
              403,
              Map.of("www-authenticate", "Bearer scope=\"" + String.join(" ", scopes) + "\""),
              new Refusal.Body.None());

  private static final String ID =
      "{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"The id\"}";
  private static final String FIELDS =
      "\"fields\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}";
  private static final String PAGES =
      "\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":50},\"cursor\":{\"type\":\"string\"},"
          + FIELDS;

  private Samples() {}

  static Catalog catalog() {
    return new Catalog(
        List.of(
            billets(),
            read(BILLET, "/v1/bank_billets/{id}", "charge.bank_billets", List.of(), List.of()),
            create(),
            write(CANCEL, "PUT", "/v1/bank_billets/{id}/cancel", Kind.DESTRUCTIVE, Form.RECORD),
            sendEmail(),
            remove(),
            pixList(),
            read(PIX, "/v2/charge/pix/{id}", "charge.pix", List.of(), List.of("qrcode.png")),
            pixCancel(),
            statement(),
            providers(),
            read(
                CUSTOMER,
                "/v1/customers/{id}",
                "crm.customers",
                List.of("contacts.pin", "notes"),
                List.of())),
        List.of(),
        Map.of("banking_charge_boleto_get", BILLET));
  }

  private static Tool billets() {
    List<Filter> filters =
        List.of(
            filter("status", Type.TEXT, Map.of(Operator.EQ, "status"), "opened", "overdue", "paid"),
            filter("expire_at", Type.DATE, both("expire_from", "expire_to")),
            filter("amount", Type.AMOUNT, both("amount_from", "amount_to")),
            filter(
                "paid_at",
                Type.DATE,
                Map.of(Operator.EQ, "paid_on", Operator.GTE, "paid_from", Operator.LTE, "paid_to")),
            filter("cnpj_cpf", Type.DOCUMENT, Map.of(Operator.EQ, "cnpj_cpf")),
            filter("tags", Type.TEXT, Map.of(Operator.IN, "tags")),
            filter("text", Type.TEXT, Map.of(Operator.CONTAINS, "q")),
            filter("updated_at", Type.DATE_TIME, Map.of(Operator.GTE, "updated_since")),
            filter("account_id", Type.INTEGER, Map.of(Operator.EQ, "bank_billet_account_id")),
            filter("registered", Type.BOOLEAN, Map.of(Operator.EQ, "registered")));
    String range = "{\"type\":[\"object\",\"string\",\"number\"]}";
    String schema =
        "{\"type\":\"object\",\"properties\":{\"filters\":{\"type\":\"object\",\"properties\":{"
            + "\"status\":{\"type\":\"string\",\"enum\":[\"opened\",\"overdue\",\"paid\"]},"
            + "\"expire_at\":"
            + range
            + ",\"amount\":"
            + range
            + ",\"paid_at\":"
            + range
            + ",\"cnpj_cpf\":{\"type\":\"string\"},\"tags\":{},\"text\":{},\"updated_at\":{},"
            + "\"account_id\":{},\"registered\":{}},\"additionalProperties\":false},"
            + PAGES
            + "},\"additionalProperties\":false}";
    return tool(BILLETS, "GET", "/v1/bank_billets", Kind.READ, "charge.bank_billets")
        .listing(new Listing(Paging.PAGE, 50, Map.of(), false, filters))
        .form(Form.LIST)
        .schema(schema)
        .build();
  }

  private static Tool create() {
    return tool(CREATE, "POST", "/v1/bank_billets", Kind.WRITE, "charge.bank_billets")
        .argument("amount", Place.BODY, "amount", true, "{\"type\":\"number\",\"minimum\":0.01}")
        .argument(
            "expire_at", Place.BODY, "expire_at", true, "{\"type\":\"string\",\"format\":\"date\"}")
        .argument(
            "customer_name", Place.BODY, "customer.person.name", false, "{\"type\":\"string\"}")
        .argument("customer", Place.BODY, "customer", false, "{\"type\":\"object\"}")
        .argument("reference", Place.BODY, "custom_data.reference", false, "{\"type\":\"integer\"}")
        .argument("idempotency_key", Place.IDEMPOTENCY_KEY, "", false, "{\"type\":\"string\"}")
        .form(Form.RECORD)
        .build();
  }

  private static Tool sendEmail() {
    return tool(
            SEND_EMAIL,
            "POST",
            "/v1/bank_billets/{id}/send_email",
            Kind.WRITE,
            "charge.bank_billets")
        .wrapper("form")
        .argument("id", Place.PATH, "id", true, ID)
        .argument("to", Place.BODY, "to", false, "{\"type\":\"string\",\"format\":\"email\"}")
        .form(Form.RECORD)
        .build();
  }

  private static Tool remove() {
    return tool(
            REMOVE,
            "DELETE",
            "/v1/bank_billet_batches/{id}/remove_bank_billet",
            Kind.DESTRUCTIVE,
            "charge.bank_billet_batches")
        .argument("id", Place.PATH, "id", true, ID)
        .argument("bank_billet_id", Place.BODY, "bank_billet_id", false, "{\"type\":\"integer\"}")
        .form(Form.RECORD)
        .build();
  }

  private static Tool pixList() {
    return tool(PIX_LIST, "GET", "/v2/charge/pix", Kind.READ, "charge.pix")
        .listing(
            new Listing(
                Paging.PAGE,
                200,
                Map.of(),
                false,
                List.of(filter("txid", Type.TEXT, Map.of(Operator.EQ, "txid")))))
        .heavy("qrcode.png")
        .form(Form.LIST)
        .schema(
            "{\"type\":\"object\",\"properties\":{\"filters\":{\"type\":\"object\"},"
                + PAGES.replace("50", "200")
                + "}}")
        .build();
  }

  private static Tool pixCancel() {
    return tool(PIX_CANCEL, "PUT", "/v2/charge/pix/{uid}/cancel", Kind.DESTRUCTIVE, "charge.pix")
        .argument("uid", Place.PATH, "uid", true, ID)
        .form(Form.COMMAND, "pix")
        .heavy("qrcode.png")
        .build();
  }

  private static Tool statement() {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"account\":"
            + ID
            + ",\"filters\":{\"type\":\"object\"},\"limit\":{\"type\":\"integer\",\"default\":100},"
            + "\"cursor\":{\"type\":\"string\"},"
            + FIELDS
            + "},\"required\":[\"account\"]}";
    return tool(
            STATEMENT,
            "GET",
            "/v2/financial/accounts/{financial_account_uid}/statement_transactions",
            Kind.READ,
            "financial.statement_transactions")
        .argument("account", Place.PATH, "financial_account_uid", true, ID)
        .listing(
            new Listing(
                Paging.KEYSET,
                500,
                Map.of("date_window", "strict"),
                true,
                List.of(filter("kind", Type.TEXT, Map.of(Operator.EQ, "kind")))))
        .form(Form.LIST)
        .schema(schema)
        .build();
  }

  private static Tool providers() {
    return tool(PROVIDERS, "GET", "/v2/financial/providers", Kind.READ, "financial.accounts")
        .listing(new Listing(Paging.NONE, 50, Map.of(), false, List.of()))
        .form(Form.LIST)
        .schema("{\"type\":\"object\",\"properties\":{" + PAGES + "}}")
        .build();
  }

  private static Tool read(
      String name, String path, String scope, List<String> masked, List<String> heavy) {
    return tool(name, "GET", path, Kind.READ, scope)
        .argument("id", Place.PATH, "id", true, ID)
        .masked(masked.toArray(String[]::new))
        .heavy(heavy.toArray(String[]::new))
        .form(Form.RECORD)
        .build();
  }

  private static Tool write(String name, String method, String path, Kind kind, Form form) {
    return tool(name, method, path, kind, "charge.bank_billets")
        .argument("id", Place.PATH, "id", true, ID)
        .form(form)
        .build();
  }

  static Map<Operator, String> both(String from, String to) {
    return Map.of(Operator.GTE, from, Operator.LTE, to);
  }

  static Filter filter(String name, Type type, Map<Operator, String> parameters, String... values) {
    return new Filter(name, type, Optional.empty(), parameters, List.of(values));
  }

  static ToolSample tool(String name, String method, String path, Kind kind, String... scopes) {
    return new ToolSample(name, method, path, kind, List.of(scopes));
  }

  static ToolCalls calls() {
    return new ToolCalls(catalog(), CURSORS, CHALLENGE, () -> "fresh-key", RowsShown.none());
  }

  static Caller full() {
    return caller("p-full", Set.of("all", "write"));
  }

  static Caller caller(String principal, Set<String> scopes) {
    return new Caller(
        "account",
        false,
        principal,
        scopes,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential("zjuio96wkixkzy6z98sy"));
  }

  static Caller panel(Set<String> scopes, String... permissions) {
    return new Caller(
        "account",
        false,
        "p-panel",
        scopes,
        Optional.of(List.of(permissions)),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential("zjuio96wkixkzy6z98sy"));
  }

  static Optional<ObjectNode> params(String json) {
    return Optional.of((ObjectNode) json(json));
  }

  static Prepared prepare(ToolCalls calls, String tool, String arguments) {
    return calls.prepare(
        full(), params("{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}"));
  }

  static Prepared.Send send(String tool, String arguments) {
    Prepared prepared = prepare(calls(), tool, arguments);
    if (prepared instanceof Prepared.Done done) {
      throw new AssertionError("not sent: " + text(done.result()));
    }
    return (Prepared.Send) prepared;
  }

  /** The text of the refusal of these arguments. */
  static String refused(String tool, String arguments) {
    Prepared prepared = prepare(calls(), tool, arguments);
    if (prepared instanceof Prepared.Done done) {
      if (!object(done.result()).path("isError").booleanValue()) {
        throw new AssertionError("no error");
      }
      return text(done.result());
    }
    throw new AssertionError("sent: " + ((Prepared.Send) prepared).request());
  }

  static Map<String, String> query(UpstreamRequest request) {
    Map<String, String> query = new LinkedHashMap<>();
    request.query().forEach(p -> query.put(p.name(), p.value()));
    return query;
  }

  static Result answered(String tool, String arguments, int status, String body) {
    return calls().conclude(send(tool, arguments).plan(), response(status, body));
  }

  static UpstreamResponse response(int status, String body) {
    return response(status, body, Map.of());
  }

  static UpstreamResponse response(int status, String body, Map<String, String> headers) {
    return new UpstreamResponse(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  static ObjectNode object(Result result) {
    return (ObjectNode) json("{" + new String(result.members(), StandardCharsets.UTF_8) + "}");
  }

  static String text(Result result) {
    return object(result).at("/content/0/text").textValue();
  }

  /** The structured content, after checking that the text says the same with the same digits. */
  static JsonNode structured(Result result) {
    JsonNode structured = object(result).path("structuredContent");
    if (!Json.text(structured).equals(text(result))) {
      throw new AssertionError("text and structuredContent differ: " + object(result));
    }
    return structured;
  }

  static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }
}
