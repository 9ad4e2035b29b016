package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.caller;
import static br.com.kobana.mcp.tools.Samples.calls;
import static br.com.kobana.mcp.tools.Samples.full;
import static br.com.kobana.mcp.tools.Samples.panel;
import static br.com.kobana.mcp.tools.Samples.params;
import static br.com.kobana.mcp.tools.Samples.query;
import static br.com.kobana.mcp.tools.Samples.refused;
import static br.com.kobana.mcp.tools.Samples.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"name\":5}",
        "{\"name\":null}",
        "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":[1]}",
        "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":\"x\"}"
      })
  void malformedParametersAreInvalidParams(String params) {
    assertInvalidParams(full(), params(params), "params.");
  }

  @Test
  void absentParametersAreInvalidParams() {
    assertInvalidParams(full(), Optional.empty(), "params.name");
  }

  @Test
  void anUnknownToolIsNamed() {
    assertInvalidParams(
        full(), params("{\"name\":\"no_such_tool\"}"), "Unknown tool: no_such_tool");
  }

  @Test
  void aMadeUpNameIsShortenedAndHasNoControlCharacters() {
    String name = "x".repeat(500) + "\\u0007";
    assertThatThrownBy(() -> calls().prepare(full(), params("{\"name\":\"\\n" + name + "\"}")))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              String message = r.error().orElseThrow().message();
              assertThat(message).hasSizeLessThan(100).doesNotContain("\n");
            });
  }

  @Test
  void aMissingScopeIsAChallengeThatNamesEveryScopeNeeded() {
    Caller reader = caller("p", Set.of("charge.bank_billets", "read"));
    assertThatThrownBy(
            () -> calls().prepare(reader, params("{\"name\":\"" + Samples.CANCEL + "\"}")))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(403);
              assertThat(r.headers().get("www-authenticate")).contains("charge.bank_billets write");
            });
  }

  @Test
  void aToolThePanelUserMayNotRunIsAsUnknown() {
    assertInvalidParams(
        panel(Set.of("all", "write"), "crm.*"),
        params("{\"name\":\"" + Samples.BILLETS + "\"}"),
        "Unknown tool: " + Samples.BILLETS);
  }

  @Test
  void argumentsMayBeAbsentAndOtherMembersAreIgnored() {
    Prepared prepared =
        calls()
            .prepare(
                full(),
                params("{\"name\":\"" + Samples.BILLETS + "\",\"task\":{\"ttl\":60000},\"x\":1}"));
    assertThat(prepared).isInstanceOf(Prepared.Send.class);
  }

  @Test
  void aFormerNameIsAuthorizedAsTheToolThatRuns() {
    String former = "{\"name\":\"banking_charge_boleto_get\",\"arguments\":{\"id\":\"7\"}}";
    Caller other = caller("p", Set.of("charge.pix", "read"));
    assertThatThrownBy(() -> calls().prepare(other, params(former)))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(403);
              assertThat(r.headers().get("www-authenticate")).contains("charge.bank_billets read");
            });
    assertInvalidParams(
        panel(Set.of("all", "write"), "crm.*"),
        params(former),
        "Unknown tool: banking_charge_boleto_get");
  }

  @Test
  void aFormerNameStillRuns() {
    Prepared.Send send = send("banking_charge_boleto_get", "{\"id\":\"7\"}");
    assertThat(send.request().path()).isEqualTo("/v1/bank_billets/7");
    assertThat(send.plan().tool().name()).isEqualTo(Samples.BILLET);
  }

  @Test
  void theSeedsListIsAskedForByPage() {
    UpstreamRequest request =
        send(
                Samples.BILLETS,
                "{\"filters\":{\"status\":\"overdue\",\"expire_at\":{\"lt\":\"2026-11-01\"}},"
                    + "\"limit\":10,\"fields\":[\"amount\",\"expire_at\",\"status\"]}")
            .request();
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.path()).isEqualTo("/v1/bank_billets");
    assertThat(query(request).toString())
        .isEqualTo("{status=overdue, expire_to=2026-10-31, page=1, per_page=10}");
    assertThat(request.body()).isEmpty();
    assertThat(request.idempotencyKey()).isEmpty();
    assertThat(request.write()).isFalse();
    assertThat(request.area()).isEqualTo("charge");
  }

  @Test
  void aBodyKeepsEveryDigitAndNests() {
    UpstreamRequest request =
        send(
                Samples.CREATE,
                "{\"amount\":1234567890123.450,\"expire_at\":\"2026-12-01\","
                    + "\"customer_name\":\"Ana\",\"reference\":9007199254740993}")
            .request();
    assertThat(body(request))
        .isEqualTo(
            "{\"amount\":1234567890123.450,\"expire_at\":\"2026-12-01\","
                + "\"customer\":{\"person\":{\"name\":\"Ana\"}},"
                + "\"custom_data\":{\"reference\":9007199254740993}}");
    assertThat(request.write()).isTrue();
  }

  @Test
  void mappingDoesNotChangeTheMessage() {
    ObjectNode params =
        params(
                "{\"name\":\""
                    + Samples.CREATE
                    + "\",\"arguments\":{\"amount\":1,\"expire_at\":\"2026-12-01\","
                    + "\"customer_name\":\"Ana\",\"customer\":{\"uid\":\"c\"}}}")
            .orElseThrow();
    ObjectNode before = params.deepCopy();
    Prepared.Send send = (Prepared.Send) calls().prepare(full(), Optional.of(params));
    assertThat(body(send.request()))
        .contains("\"customer\":{\"person\":{\"name\":\"Ana\"},\"uid\":\"c\"}");
    assertThat(params).isEqualTo(before);
  }

  @Test
  void aWrapperTakesTheBodyEvenWhenItIsEmpty() {
    assertThat(
            body(send(Samples.SEND_EMAIL, "{\"id\":\"7\",\"to\":\"ana@example.com\"}").request()))
        .isEqualTo("{\"form\":{\"to\":\"ana@example.com\"}}");
    assertThat(body(send(Samples.SEND_EMAIL, "{\"id\":\"7\"}").request()))
        .isEqualTo("{\"form\":{}}");
  }

  @Test
  void aDeleteSendsABodyOnlyWhereItHasOneAndNoKey() {
    UpstreamRequest with = send(Samples.REMOVE, "{\"id\":\"1\",\"bank_billet_id\":7}").request();
    assertThat(with.method()).isEqualTo("DELETE");
    assertThat(body(with)).isEqualTo("{\"bank_billet_id\":7}");
    assertThat(with.idempotencyKey()).isEmpty();
    assertThat(send(Samples.REMOVE, "{\"id\":\"1\"}").request().body()).isEmpty();
  }

  @Test
  void aWriteHasAFreshKeyUnlessTheCallerChoseOne() {
    String rest = "\"amount\":1,\"expire_at\":\"2026-12-01\"}";
    assertThat(send(Samples.CREATE, "{" + rest).request().idempotencyKey()).contains("fresh-key");
    assertThat(send(Samples.CREATE, "{\"idempotency_key\":\"mine\"," + rest).request())
        .satisfies(
            r -> {
              assertThat(r.idempotencyKey()).contains("mine");
              assertThat(body(r)).doesNotContain("mine");
            });
    assertThat(send(Samples.CANCEL, "{\"id\":\"7\"}").request())
        .satisfies(
            r -> {
              assertThat(r.idempotencyKey()).contains("fresh-key");
              assertThat(r.body()).isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\\r\\nX-Other: 1", "é"})
  void aKeyThatCannotBeAHeaderIsRefused(String key) {
    assertThat(
            refused(
                Samples.CREATE,
                "{\"amount\":1,\"expire_at\":\"2026-12-01\",\"idempotency_key\":\"" + key + "\"}"))
        .contains("\"idempotency_key\" must be");
  }

  /** Else a call repeated under its key, as an unknown outcome advises, would pay twice. */
  @Test
  void aKeyThatTheCallerChoseStays() {
    String chosen = "{\"amount\":1,\"expire_at\":\"2026-12-01\",\"idempotency_key\":\"mine\"}";
    Prepared.Send send = send(Samples.CREATE, chosen).withIdempotencyKey("nonce");
    assertThat(send.request().idempotencyKey()).contains("mine");
  }

  @Test
  void aConfirmationsNonceReplacesTheKey() {
    Prepared.Send send = send(Samples.CANCEL, "{\"id\":\"7\"}").withIdempotencyKey("nonce");
    assertThat(send.request().idempotencyKey()).contains("nonce");
    assertThat(
            calls()
                .conclude(send.plan(), Samples.response(204, ""))
                .meta()
                .path(ToolCalls.KEY_META)
                .textValue())
        .isEqualTo("nonce");
    Prepared.Send delete = send(Samples.REMOVE, "{\"id\":\"1\"}").withIdempotencyKey("nonce");
    assertThat(delete.request().idempotencyKey()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "a/b", "../x", "a?b", "a#b", "%2e%2e", "a\\u0000", "a\\nb"})
  void anIdThatCouldLeaveItsSegmentIsRefusedByName(String id) {
    assertThat(refused(Samples.BILLET, "{\"id\":\"" + id + "\"}"))
        .startsWith("Invalid arguments: \"id\" ");
  }

  @Test
  void anIdIsEncoded() {
    assertThat(send(Samples.BILLET, "{\"id\":\"ação 1\"}").request().path())
        .isEqualTo("/v1/bank_billets/a%C3%A7%C3%A3o%201");
  }

  @Test
  void filtersThatAreNoObjectAreRefusedNotDropped() {
    assertThat(refused(Samples.BILLETS, "{\"filters\":\"status=paid\"}")).contains("\"filters\"");
  }

  @Test
  void aFilterThatDoesNotFitIntoARequestLineIsRefused() {
    assertThat(
            refused(
                Samples.BILLETS,
                "{\"filters\":{\"text\":{\"contains\":\"" + "x".repeat(2001) + "\"}}}"))
        .contains("\"filters.text\" is too long");
  }

  @Test
  void aSubAccountIsNamedUpstream() {
    Caller sub =
        new Caller(
            "sub",
            true,
            "p",
            Set.of("all", "read"),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            new Credential("t"));
    Prepared.Send send =
        (Prepared.Send) calls().prepare(sub, params("{\"name\":\"" + Samples.BILLETS + "\"}"));
    assertThat(send.request().accountUid()).contains("sub");
    assertThat(send(Samples.BILLETS, "{}").request().accountUid()).isEmpty();
  }

  private static String body(UpstreamRequest request) {
    return new String(request.body().orElseThrow(), StandardCharsets.UTF_8);
  }

  private static void assertInvalidParams(
      Caller caller, Optional<ObjectNode> params, String message) {
    assertThatThrownBy(() -> calls().prepare(caller, params))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(200);
              assertThat(r.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
              assertThat(r.error().orElseThrow().message()).contains(message);
            });
  }
}
