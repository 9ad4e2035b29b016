package br.com.kobana.mcp.interop;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.customizer.McpHttpClientTransportAuthorizationErrorHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Uses a gateway that runs on its sandbox as an application on the Java SDK would: {@code
 * JavaSdkClient URL}. Prints {@code 1..N} and a line for each check; exits with 1 when one failed.
 */
public final class JavaSdkClient {
  private static final String BOLETOS = "banking_charge_bank_billet_list";

  private static final Map<String, Object> CUSTOMER =
      Map.of(
          "person_name", "Ana Çelik \"Flor\" <&>",
          "cnpj_cpf", "111.444.777-35",
          "address", "Rua das Flores",
          "neighborhood", "Centro",
          "zipcode", "01001000",
          "city_name", "São Paulo",
          "state", "SP");

  private final String url;

  private JavaSdkClient(String url) {
    this.url = url;
  }

  private interface Check {
    void run() throws Exception;
  }

  public static void main(String[] args) {
    Map<String, Check> checks = new JavaSdkClient(args[0]).checks();
    System.out.println("1.." + checks.size());
    boolean failed = false;
    for (Map.Entry<String, Check> check : checks.entrySet()) {
      try {
        check.getValue().run();
        System.out.println("ok - java sdk 2.1.0: " + check.getKey());
      } catch (Exception | AssertionError e) {
        failed = true;
        System.out.println(
            "not ok - java sdk 2.1.0: " + check.getKey() + " # " + oneLine(e) + at(e));
      }
    }
    System.exit(failed ? 1 : 0);
  }

  private Map<String, Check> checks() {
    McpSyncClient client = connect(url, () -> "sandbox-full");
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("agrees on the version and the capabilities", () -> shakesHands(client));
    checks.put("lists every tool, page by page", () -> listsTools(client));
    checks.put("lists and reads a resource", () -> readsResource(client));
    checks.put("is told of a missing resource", () -> missesResource(client));
    checks.put("gets a prompt", () -> getsPrompt(client));
    checks.put("completes an argument", () -> completes(client));
    checks.put("reads an amount with all its digits", () -> reads(client));
    checks.put("registers a customer and reads it back", () -> writes(client));
    checks.put("is told of a wrong argument in a result", () -> errs(client));
    checks.put("runs a destructive tool, which nobody can confirm in this era", () -> cancels(client));
    checks.put("is refused a write without the scope", this::isRefused);
    checks.put("takes a step up to the scopes of the challenge", this::stepsUp);
    checks.put("meets a 429", this::meetsALimit);
    return checks;
  }

  private interface Token {
    String now();
  }

  private static McpSyncClient connect(String url, Token token) {
    return connect(url, token, McpHttpClientTransportAuthorizationErrorHandler.NOOP);
  }

  private static McpSyncClient connect(
      String url, Token token, McpHttpClientTransportAuthorizationErrorHandler onRefusal) {
    URI uri = URI.create(url);
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getAuthority())
            .endpoint(uri.getPath())
            .httpRequestCustomizer(
                (request, method, endpoint, body, context) ->
                    request.setHeader("Authorization", "Bearer " + token.now()))
            .authorizationErrorHandler(onRefusal)
            .build();
    McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(20))
            .clientInfo(
                McpSchema.Implementation.builder("kobana-mcp-gateway-interop", "1.0.0").build())
            .build();
    client.initialize();
    return client;
  }

  private static void shakesHands(McpSyncClient client) {
    equal(client.getCurrentInitializationResult().protocolVersion(), "2025-11-25");
    equal(client.getServerInfo().name(), "kobana");
    check(client.getServerInstructions().length() > 100, "instructions");
    McpSchema.ServerCapabilities can = client.getServerCapabilities();
    check(can.tools() != null && can.prompts() != null, "tools and prompts");
    check(can.resources() != null && can.completions() != null, "resources and completions");
    check(can.logging() == null, "no logging");
    client.ping();
  }

  private static List<McpSchema.Tool> tools(McpSyncClient client) {
    List<McpSchema.Tool> tools = new ArrayList<>();
    String cursor = null;
    int pages = 0;
    do {
      // Without a cursor this client would walk the pages by itself.
      McpSchema.ListToolsResult page = client.listTools(cursor, Map.of());
      tools.addAll(page.tools());
      cursor = page.nextCursor();
      check(++pages < 100, "the cursor ends");
    } while (cursor != null);
    check(pages > 1, "more than one page");
    return tools;
  }

  private static void listsTools(McpSyncClient client) {
    List<McpSchema.Tool> tools = tools(client);
    Set<String> names = tools.stream().map(McpSchema.Tool::name).collect(Collectors.toSet());
    equal(names.size(), tools.size());
    equal(
        new TreeSet<>(client.listTools().tools().stream().map(McpSchema.Tool::name).toList()),
        new TreeSet<>(names));
    for (McpSchema.Tool tool : tools) {
      equal(tool.inputSchema().get("type"), "object");
      check(tool.annotations().readOnlyHint() != null, tool.name() + " has its hints");
      check(tool.annotations().destructiveHint() != null, tool.name() + " has its hints");
    }
  }

  private static void readsResource(McpSyncClient client) {
    List<McpSchema.Resource> listed = client.listResources().resources();
    check(!listed.isEmpty(), "resources");
    McpSchema.ResourceContents content = client.readResource(listed.get(0)).contents().get(0);
    equal(content.uri(), listed.get(0).uri());
    equal(content.mimeType(), "application/json");
    check(
        client.listResourceTemplates().resourceTemplates().stream()
            .anyMatch(
                t -> t.uriTemplate().equals("kobana://banking/charge/bank_billets/{uid}")),
        "the template of boletos");
  }

  private static void missesResource(McpSyncClient client) {
    String uri = "kobana://banking/charge/bank_billets/00000000-0000-7000-8000-000000000000";
    McpError error =
        refused(
            McpError.class,
            () -> client.readResource(McpSchema.ReadResourceRequest.builder(uri).build()));
    equal(error.getJsonRpcError().code(), -32002);
  }

  private static void getsPrompt(McpSyncClient client) {
    check(
        client.listPrompts().prompts().stream()
            .anyMatch(prompt -> prompt.name().equals("banking_overdue_collection")),
        "the prompt is listed");
    McpSchema.GetPromptResult prompt =
        client.getPrompt(
            new McpSchema.GetPromptRequest(
                "banking_overdue_collection", Map.of("due_before", "2026-10-31")));
    check(text(prompt.messages().get(0).content()).contains("2026-10-31"), "the value is in it");
  }

  private static void completes(McpSyncClient client) {
    McpSchema.CompleteResult result =
        client.completeCompletion(
            new McpSchema.CompleteRequest(
                new McpSchema.PromptReference("banking_overdue_collection"),
                new McpSchema.CompleteRequest.CompleteArgument("channel", "e")));
    equal(result.completion().values(), List.of("email"));
  }

  private static void reads(McpSyncClient client) {
    McpSchema.CallToolResult boleto =
        call(client, "banking_charge_bank_billet_get", Map.of("id", "7"));
    check(text(boleto.content().get(0)).contains("1234567890123.45"), "the amount");
    check(text(boleto.content().get(0)).contains("9007199254740993"), "the large number");
  }

  private static void writes(McpSyncClient client) {
    Object id = data(call(client, "banking_crm_customer_create", CUSTOMER)).get("id");
    Map<?, ?> read =
        data(call(client, "banking_crm_customer_get", Map.of("id", String.valueOf(id))));
    equal(read.get("person_name"), CUSTOMER.get("person_name"));
  }

  private static void errs(McpSyncClient client) {
    McpSchema.CallToolResult result =
        call(client, "banking_charge_bank_billet_create", Map.of("amount", 10));
    equal(result.isError(), true);
    check(text(result.content().get(0)).contains("expire_at"), "the missing argument is named");
  }

  private static void cancels(McpSyncClient client) {
    McpSchema.CallToolResult result =
        call(client, "banking_charge_bank_billet_cancel", Map.of("id", "60"));
    equal(data(result).get("status"), "canceled");
  }

  private void isRefused() {
    try (McpSyncClient client = connect(url, () -> "sandbox-read")) {
      refused(Exception.class, () -> call(client, "banking_crm_customer_create", CUSTOMER));
    }
  }

  private void stepsUp() {
    AtomicReference<String> token = new AtomicReference<>("sandbox-read");
    AtomicReference<String> challenge = new AtomicReference<>("");
    McpHttpClientTransportAuthorizationErrorHandler login =
        McpHttpClientTransportAuthorizationErrorHandler.fromSync(
            (request, answer, context) -> {
              equal(answer.statusCode(), 403);
              challenge.set(answer.headers().firstValue("WWW-Authenticate").orElse(""));
              token.set("sandbox-full");
              return true;
            });
    try (McpSyncClient client = connect(url, token::get, login)) {
      data(call(client, "banking_crm_customer_create", CUSTOMER));
    }
    check(challenge.get().contains("insufficient_scope"), "the error: " + challenge.get());
    check(challenge.get().contains("crm.customers write"), "the scopes: " + challenge.get());
  }

  /** The account of this token may read five times an hour. */
  private void meetsALimit() {
    try (McpSyncClient client = connect(url, () -> "sandbox-limited")) {
      Exception refusal =
          refused(
              Exception.class,
              () -> {
                for (int i = 0; i < 6; i++) {
                  check(!Boolean.TRUE.equals(call(client, BOLETOS, Map.of()).isError()), "a read");
                }
              });
      check(allMessages(refusal).contains("429"), "the status: " + allMessages(refusal));
      check(!client.listPrompts().prompts().isEmpty(), "lists are free");
    }
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(new McpSchema.CallToolRequest(tool, arguments));
  }

  private static Map<?, ?> data(McpSchema.CallToolResult result) {
    check(!Boolean.TRUE.equals(result.isError()), String.valueOf(result.content()));
    return (Map<?, ?>) ((Map<?, ?>) result.structuredContent()).get("data");
  }

  private static String text(McpSchema.Content content) {
    return ((McpSchema.TextContent) content).text();
  }

  private static <T extends Exception> T refused(Class<T> type, Check run) {
    try {
      run.run();
    } catch (Exception e) {
      check(type.isInstance(e), "refused with " + oneLine(e));
      return type.cast(e);
    }
    throw new AssertionError("it was not refused");
  }

  private static void equal(Object is, Object expected) {
    check(expected.equals(is), "is " + is + ", not " + expected);
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static String allMessages(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      all.append(t).append(' ');
    }
    return all.toString();
  }

  private static String oneLine(Throwable failure) {
    return allMessages(failure).replaceAll("\\s+", " ");
  }

  private static String at(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith(JavaSdkClient.class.getName())
          && !frame.getMethodName().equals("check")
          && !frame.getMethodName().equals("equal")) {
        return " (line " + frame.getLineNumber() + ")";
      }
    }
    return "";
  }
}
