package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code GET /v2/me}: the account acted on, the panel user and the token. */
final class Me {
  private static final Template ACCOUNT =
      Template.of(
          """
          gender cpf address_complement first_name middle_name last_name date_of_birth
          business_category business_subcategory business_website mother_name father_name
          billing_email configuration parent_id parent_uid nickname subscription
          """,
          """
          {"account_type":"business","address_street_name":"Rua das Acácias","address_state":"SP",
           "address_neighborhood":"Jardim Sul","address_postal_code":"04567000",
           "address_number":"250","address_city_name":"São Paulo","phone_number":"1133330000",
           "business_type":"ltda","simple_opting":false,"rate_limits":{},"feature_flags":[]}
          """);
  private static final Template TOKEN =
      Template.of(
          """
          external_id description purpose expires_in expires_at custom_data created_by updated_by
          enabled_by disabled_at disabled_by revoked_at revoked_by last_used_at
          """,
          """
          {"source":"user","version":2,"tags":[],"warning_flags":[],"reminder_emails":[]}
          """);

  private Me() {}

  static List<Operation> operations() {
    return List.of(new Operation("GET", "/v2/me", "", false, call -> Answer.data(200, me(call))));
  }

  private static ObjectNode me(Call call) {
    ObjectNode me = Json.object();
    me.set("account", account(call.grant().account()));
    if (call.grant().permissions().isPresent()) {
      me.set("user", user(call.grant()));
    } else {
      me.putNull("user");
    }
    me.set("access_token", token(call.grant(), call.times()));
    return me;
  }

  private static ObjectNode account(Account account) {
    ObjectNode json = ACCOUNT.copy();
    json.put("id", account.code());
    json.put("uid", account.uid());
    json.put("email", "conta-" + Integer.toHexString(account.code()) + "@example.com");
    json.put("full_name", account.name());
    json.put("business_name", account.name());
    json.put("business_legal_name", account.name() + " Ltda.");
    json.put("business_cnpj", Documents.cnpj(account.code()));
    json.put("intercom_id", account.code());
    if (!account.parentUid().isEmpty()) {
      json.put("parent_id", Account.A.code());
      json.put("parent_uid", account.parentUid());
    }
    ObjectNode limits = json.putObject("rate_limits");
    account.limits().entrySet().stream()
        .sorted(java.util.Map.Entry.comparingByKey())
        .forEach(limit -> limits.put(limit.getKey(), limit.getValue()));
    return json;
  }

  private static ObjectNode user(Grant grant) {
    ObjectNode user = Json.object();
    user.put("id", grant.token());
    user.put("uid", Kind.USER.uid(Account.A.code(), grant.token()));
    user.put("email", "operadora@example.com");
    user.put("full_name", "Operadora do Painel");
    ArrayNode permissions = user.putArray("permissions");
    grant.permissions().ifPresent(all -> all.forEach(permissions::add));
    return user;
  }

  private static ObjectNode token(Grant grant, Times times) {
    ObjectNode token = TOKEN.copy();
    token.put("uid", Kind.ACCESS_TOKEN.uid(0, grant.token()));
    grant.scopes().forEach(token.putArray("scopes")::add);
    String since = Times.stamp(Times.startOf(times.today()));
    token.put("created_at", since).put("updated_at", since).put("enabled_at", since);
    return token;
  }
}
