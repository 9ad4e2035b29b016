package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Pays and transfers through a gateway, to ana@example.com unless told otherwise. */
final class MoneyClient {
  private final RunningGateway gateway;
  private final McpClient client;
  private final Map<String, String> headers;
  private final String account;

  MoneyClient(RunningGateway gateway, String token) {
    this.gateway = gateway;
    this.client = new McpClient(gateway.url(), token);
    this.headers = Map.of();
    this.account =
        call("banking_financial_account_list", "{\"limit\":1}")
            .at("/result/structuredContent/data/0/uid")
            .asText("01900000-0000-7000-8000-000000000000");
  }

  private MoneyClient(MoneyClient other, Map<String, String> headers) {
    this.gateway = other.gateway;
    this.client = other.client;
    this.account = other.account;
    this.headers = headers;
  }

  /** The same token on a sub-account. */
  MoneyClient on(String subAccount) {
    return new MoneyClient(this, Map.of("X-Account-Uid", subAccount));
  }

  /** In the handshake era, where nobody is asked. */
  JsonNode call(String tool, String arguments) {
    return callAsync(tool, arguments).join();
  }

  CompletableFuture<JsonNode> callAsync(String tool, String arguments) {
    return client
        .sendAsync(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                + tool
                + "\",\"arguments\":"
                + arguments
                + "}}",
            headers)
        .thenApply(McpClient.Answer::json);
  }

  /** In the stateless era, from a client that can ask. */
  JsonNode ask(String tool, String arguments) {
    return modern(tool, arguments, "");
  }

  /** The same call, with the person's yes. */
  JsonNode agree(JsonNode question, String tool, String arguments) {
    return modern(
        tool,
        arguments,
        ",\"requestState\":\""
            + question.at("/result/requestState").asText()
            + "\",\"inputResponses\":{\"confirm\":{\"action\":\"accept\",\"content\":"
            + "{\"confirm\":true}}}");
  }

  private JsonNode modern(String tool, String arguments, String more) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("MCP-Protocol-Version", "2026-07-28");
    all.put("Mcp-Method", "tools/call");
    all.put("Mcp-Name", tool);
    return client
        .send(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                + tool
                + "\",\"arguments\":"
                + arguments
                + more
                + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}}",
            all)
        .json();
  }

  /** Arguments of a batch of new Pix transfers of these amounts. */
  String transfers(String... amounts) {
    return batch(
        Arrays.stream(amounts)
            .map(amount -> "{" + one("ana@example.com", amount) + "}")
            .collect(Collectors.joining(",", "[", "]")));
  }

  String batch(String transfers) {
    return with("\"transfers\":" + transfers);
  }

  /** Arguments of one Pix transfer. */
  String transfer(String amount) {
    return transferTo("ana@example.com", amount);
  }

  String transferTo(String key, String amount) {
    return with(one(key, amount));
  }

  private static String one(String key, String amount) {
    return "\"amount\":"
        + amount
        + ",\"type\":\"key\",\"key_type\":\"email\",\"key\":\""
        + key
        + "\",\"beneficiary\":{\"name\":\"Ana\",\"document_number\":\"12345678909\"}";
  }

  /** Arguments that pay from the first financial account. */
  String with(String members) {
    return "{\"financial_account_uid\":\"" + account + "\"," + members + "}";
  }

  String keyed(String arguments, String key) {
    return "{\"idempotency_key\":\"" + key + "\"," + arguments.substring(1);
  }

  /** Arguments that name a batch of payments. */
  String batchAwaitingApproval() {
    return StreamSupport.stream(
            call("banking_payment_batch_list", "{}")
                .at("/result/structuredContent/data")
                .spliterator(),
            false)
        .filter(batch -> batch.path("status").asText().equals("awaiting_approval"))
        .findFirst()
        .map(batch -> "{\"uid\":\"" + batch.path("uid").asText() + "\"}")
        .orElseThrow();
  }

  String writesLeft() {
    return client
        .call("tools/call", "{\"name\":\"banking_charge_bank_billet_cancel\",\"arguments\":{}}")
        .headers()
        .firstValue("ratelimit-remaining")
        .orElseThrow();
  }

  long effects(String method) {
    try {
      return StreamSupport.stream(
              Json.parse(gateway.sandbox("GET", "/sandbox/calls", "")).spliterator(), false)
          .filter(call -> call.path("method").asText().equals(method))
          .count();
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }
}
