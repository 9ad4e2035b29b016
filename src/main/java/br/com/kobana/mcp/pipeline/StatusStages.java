package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Challenges;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.protocol.ServerInfo;
import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Reading;
import br.com.kobana.mcp.throttle.Throttle;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/** {@code GET /} for an authenticated caller, and the public metadata document. */
final class StatusStages {
  private final Throttle throttle;
  private final Challenges challenges;
  private final URI serverMetadata;
  private final byte[] page;
  private final List<Map.Entry<String, String>> pageHeaders;

  StatusStages(Throttle throttle, Challenges challenges, Settings settings) {
    this.throttle = throttle;
    this.challenges = challenges;
    this.serverMetadata =
        settings.auth().tokens().serverMetadata().orElseGet(challenges::serverMetadata);
    URI publicUrl = settings.door().publicUrl();
    this.page = StatusPage.of(publicUrl);
    this.pageHeaders = StatusPage.headers(publicUrl);
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
      call.answer(new HttpAnswer(200, pageHeaders, List.of(page)));
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
    requireRead(call.head());
    call.answer(
        HttpAnswer.json(200, Json.bytes(challenges.metadata()))
            .with(List.of(Map.entry("cache-control", "public, max-age=300"))));
  }

  /** Leads clients of 2025-03-26, which look at this host, to the authorization server. */
  void serverMetadata(Call call, Exchange exchange) {
    requireRead(call.head());
    call.answer(
        HttpAnswer.empty(302)
            .with(
                List.of(
                    Map.entry("location", serverMetadata.toString()),
                    Map.entry("cache-control", "public, max-age=300"))));
  }

  private static void requireRead(RequestHead head) {
    if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
      throw new Refusal(
          Rung.HTTP_METHOD, 405, Map.of("allow", "GET, HEAD, OPTIONS"), new Refusal.Body.None());
    }
  }
}
