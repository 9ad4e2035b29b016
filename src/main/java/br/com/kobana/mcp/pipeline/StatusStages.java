package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.ServerInfo;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.Throttle;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/** {@code GET /} for an authenticated caller, and the public metadata document. */
final class StatusStages {
  private final Throttle throttle;
  private final Challenges challenges;
  private final byte[] page;

  StatusStages(Throttle throttle, Challenges challenges, Settings settings) {
    this.throttle = throttle;
    this.challenges = challenges;
    this.page = page(settings.door().publicUrl().toString()).getBytes(StandardCharsets.UTF_8);
  }

  /** An older client that probes for a stream would take a 200 for one (design decision 34). */
  void refuseStream(Call call, Exchange exchange) {
    if (MediaTypes.wantsOnlyStream(call.head().all("accept"))) {
      throw DoorStages.methodNotAllowed(call.head());
    }
  }

  /** Counts a read and says who the caller is and what is left. */
  CompletionStage<?> status(Call call, Exchange exchange) {
    return throttle
        .count(Bucket.READ, call.caller())
        .thenCompose(
            reads -> {
              if (reads.isExceeded()) {
                throw reads.refusal();
              }
              call.counted(reads);
              return throttle
                  .peek(Bucket.WRITE, call.caller())
                  .thenAccept(writes -> answer(call, reads, writes));
            });
  }

  private void answer(Call call, Reading reads, Reading writes) {
    if (MediaTypes.prefersHtml(call.head().all("accept"))) {
      call.answer(
          new HttpAnswer(
              200,
              List.of(
                  Map.entry("content-type", "text/html; charset=utf-8"),
                  Map.entry(
                      "content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"),
                  Map.entry("x-content-type-options", "nosniff"),
                  Map.entry("referrer-policy", "no-referrer"),
                  Map.entry("cache-control", "no-store")),
              page));
      return;
    }
    ObjectNode status =
        Json.object()
            .put("name", ServerInfo.NAME)
            .put("title", ServerInfo.TITLE)
            .put("version", ServerInfo.VERSION);
    ProtocolVersion.SUPPORTED.forEach(status.putArray("protocolVersions")::add);
    status.put("account", call.caller().accountUid());
    ObjectNode limits = status.putObject("limits");
    limits.set("reads", limit(reads));
    limits.set("writes", limit(writes));
    call.answer(HttpAnswer.json(200, Json.bytes(status)));
  }

  private static ObjectNode limit(Reading reading) {
    return Json.object()
        .put("name", reading.bucket().wire())
        .put("limit", reading.limit())
        .put("remaining", reading.remaining())
        .put("reset", reading.resetEpochSecond());
  }

  /** The protected resource metadata; public. */
  void metadata(Call call, Exchange exchange) {
    RequestHead head = call.head();
    if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
      throw new br.com.kobana.mcp.protocol.Refusal(
          br.com.kobana.mcp.protocol.Rung.HTTP_METHOD,
          405,
          Map.of("allow", "GET, HEAD, OPTIONS"),
          new br.com.kobana.mcp.protocol.Refusal.Body.None());
    }
    call.answer(
        HttpAnswer.json(200, Json.bytes(challenges.metadata()))
            .with(List.of(Map.entry("cache-control", "public, max-age=300"))));
  }

  private static String page(String endpoint) {
    return """
        <!doctype html>
        <html lang="pt-BR"><head><meta charset="utf-8"><title>Kobana MCP</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}
        code,pre{background:#f3f4f6;border-radius:4px;padding:.15rem .3rem}pre{padding:1rem;overflow:auto}</style>
        </head><body><h1>Kobana MCP</h1>
        <p>Este é o servidor MCP da Kobana. Aponte seu cliente de IA para:</p>
        <pre>%s</pre>
        <p>O cliente envia <code>Authorization: Bearer</code> com o token emitido para o MCP. Um exemplo de
        configuração:</p>
        <pre>{ "mcpServers": { "kobana": { "type": "http", "url": "%s",
          "headers": { "Authorization": "Bearer SEU_TOKEN" } } } }</pre>
        <p>Documentação: <a href="https://docs.banking.kobana.com.br">docs.banking.kobana.com.br</a></p>
        </body></html>
        """
        .formatted(endpoint, endpoint);
  }
}
