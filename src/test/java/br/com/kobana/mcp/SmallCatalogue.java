package br.com.kobana.mcp;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Cursors;
import br.com.kobana.mcp.upstream.Credential;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A small catalogue, callers and JSON for the tests of the methods that only read. */
public final class SmallCatalogue {
  private SmallCatalogue() {}

  public static final Caller FULL = caller("full", Set.of("all", "read", "write"));
  public static final Caller READER = caller("reader", Set.of("all", "read"));
  public static final Caller CHARGE =
      caller("charge", Set.of("charge.bank_billets", "charge.pix", "read", "write"));
  public static final Caller LOGIN = caller("login", Set.of("login"));

  public static Caller caller(String principal, Set<String> scopes) {
    return new Caller(
        "01900000-0000-7000-8000-00000000000a",
        false,
        principal,
        scopes,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential("token-of-" + principal));
  }

  /** The same caller acting on a sub-account. */
  public static Caller onSubAccount(Caller caller, String accountUid) {
    return new Caller(
        accountUid,
        true,
        caller.principal() + "/" + accountUid,
        caller.scopes(),
        caller.permissions(),
        caller.readsPerHour(),
        caller.writesPerHour(),
        caller.credential());
  }

  public static Cursors cursors() {
    return new Cursors(
        List.of("a key for tests only, 32 bytes!!".getBytes(StandardCharsets.UTF_8)));
  }

  /** Boletos, Pix and its commands, customers, financial accounts and their balances, imports. */
  public static Catalog catalog() {
    List<Tool> tools = new ArrayList<>();
    tools.add(list("banking_charge_bank_billet_list", "/v1/bank_billets", "charge.bank_billets"));
    tools.add(
        get("banking_charge_bank_billet_get", "/v1/bank_billets/{id}", "charge.bank_billets"));
    tools.add(list("banking_charge_pix_list", "/v2/charge/pix", "charge.pix"));
    tools.add(get("banking_charge_pix_get", "/v2/charge/pix/{uid}", "charge.pix"));
    tools.add(
        list("banking_charge_pix_command_list", "/v2/charge/pix/{pix_uid}/commands", "charge.pix"));
    tools.add(
        get(
            "banking_charge_pix_command_get",
            "/v2/charge/pix/{pix_uid}/commands/{id}",
            "charge.pix"));
    tools.add(list("banking_crm_customer_list", "/v1/customers", "crm.customers"));
    tools.add(get("banking_crm_customer_get", "/v1/customers/{id}", "crm.customers"));
    tools.add(
        list("banking_financial_account_list", "/v2/financial/accounts", "financial.accounts"));
    tools.add(
        get("banking_financial_account_get", "/v2/financial/accounts/{id}", "financial.accounts"));
    tools.add(
        get(
            "banking_financial_balance_get",
            "/v2/financial/accounts/{financial_account_uid}/balances/{balance_uid}",
            "financial.balances"));
    tools.add(
        get("banking_system_import_get", "/v1/imports/{collection_name}/{id}", "system.imports"));
    return new Catalog(tools, types(), Map.of());
  }

  private static List<RecordType> types() {
    return List.of(
        new RecordType(
            "bank_billet",
            "Boleto",
            "A boleto of the account",
            "kobana://banking/charge/bank_billets/{uid}",
            Map.of("uid", "id"),
            "banking_charge_bank_billet_get",
            Optional.of("banking_charge_bank_billet_list"),
            List.of("customer_person_name", "amount", "expire_at", "secret"),
            Optional.of("updated_at")),
        type("pix", "charge/pix/{uid}", Map.of("uid", "uid"), "banking_charge_pix_get")
            .listedBy("banking_charge_pix_list", "payer.name", "amount", "expire_at"),
        type(
                "pix_command",
                "charge/pix/{pix_uid}/commands/{id}",
                Map.of("pix_uid", "pix_uid", "id", "id"),
                "banking_charge_pix_command_get")
            .type(),
        type("customer", "crm/customers/{uid}", Map.of("uid", "id"), "banking_crm_customer_get")
            .listedBy("banking_crm_customer_list", "person_name"),
        type(
                "financial_account",
                "financial/accounts/{uid}",
                Map.of("uid", "id"),
                "banking_financial_account_get")
            .listedBy("banking_financial_account_list"),
        type(
                "balance",
                "financial/accounts/{account_uid}/balances/{uid}",
                Map.of("account_uid", "financial_account_uid", "uid", "balance_uid"),
                "banking_financial_balance_get")
            .type(),
        type(
                "import",
                "system/imports/{collection_name}/{uid}",
                Map.of("collection_name", "collection_name", "uid", "id"),
                "banking_system_import_get")
            .type());
  }

  private record TypeStart(RecordType type) {
    RecordType listedBy(String tool, String... titleFields) {
      return new RecordType(
          type.name(),
          type.title(),
          type.description(),
          type.uriTemplate(),
          type.variables(),
          type.readTool(),
          Optional.of(tool),
          List.of(titleFields),
          Optional.of("updated_at"));
    }
  }

  private static TypeStart type(
      String name, String path, Map<String, String> variables, String readTool) {
    return new TypeStart(
        new RecordType(
            name,
            name,
            "Records of type " + name,
            "kobana://banking/" + path,
            variables,
            readTool,
            Optional.empty(),
            List.of(),
            Optional.empty()));
  }

  public static Tool get(String name, String path, String scope) {
    return tool(name, "GET", path, Tool.Kind.READ, scope, Optional.empty(), Tool.Form.RECORD);
  }

  public static Tool list(String name, String path, String scope) {
    Listing listing = new Listing(Listing.Paging.PAGE, 50, Map.of(), false, List.of());
    return tool(name, "GET", path, Tool.Kind.READ, scope, Optional.of(listing), Tool.Form.LIST);
  }

  public static Tool write(String name, String path, String scope) {
    return tool(name, "POST", path, Tool.Kind.WRITE, scope, Optional.empty(), Tool.Form.RECORD);
  }

  private static Tool tool(
      String name,
      String method,
      String path,
      Tool.Kind kind,
      String scope,
      Optional<Listing> listing,
      Tool.Form form) {
    List<Tool.Argument> arguments =
        java.util.regex.Pattern.compile("\\{([^}]+)}")
            .matcher(path)
            .results()
            .map(r -> r.group(1))
            .map(v -> new Tool.Argument(v, Tool.Place.PATH, v, true, Json.object()))
            .toList();
    return new Tool(
        name,
        name,
        "A tool of the tests",
        new Tool.Operation(method, path, Optional.empty()),
        kind,
        kind == Tool.Kind.READ,
        false,
        List.of(scope),
        arguments,
        listing,
        new Tool.Shape(form, Optional.empty()),
        List.of("secret"),
        List.of(),
        Json.object());
  }

  /** JSON with single quotes for double ones. */
  public static JsonNode json(String singleQuoted) {
    try {
      return Json.parse(singleQuoted.replace('\'', '"'));
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(singleQuoted, e);
    }
  }

  public static Optional<ObjectNode> params(String singleQuoted) {
    return Optional.of((ObjectNode) json(singleQuoted));
  }

  /** The members of a result as an object. */
  public static JsonNode members(br.com.kobana.mcp.protocol.Result result) {
    try {
      return Json.parse("{" + new String(result.members(), StandardCharsets.UTF_8) + "}");
    } catch (MalformedJson e) {
      throw new IllegalArgumentException("a result that is not JSON", e);
    }
  }
}
