package br.com.kobana.mcp.resources;

import static br.com.kobana.mcp.SmallCatalogue.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Era;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceReadsTest {
  private static final String BILLET = "kobana://banking/charge/bank_billets/7";
  private final ResourceReads reads =
      new ResourceReads(
          SmallCatalogue.catalog(),
          (type, tool, answer) -> {
            JsonNode root = Json.parse(answer.body());
            return Json.text(root.has("data") ? root.get("data") : root);
          });

  private ResourceReads.Plan plan(Caller caller, String uri) {
    return reads.prepare(caller, Era.STATELESS, Optional.of(Json.object().put("uri", uri)));
  }

  private Refusal refusalOf(Caller caller, Era era, String uri) {
    return catchThrowableOfType(
        Refusal.class,
        () -> reads.prepare(caller, era, Optional.of(Json.object().put("uri", uri))));
  }

  private static UpstreamResponse answer(int status, String body) {
    return new UpstreamResponse(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aUriBecomesTheReadOfItsRecordInTheCallersName() {
    Caller caller = SmallCatalogue.onSubAccount(SmallCatalogue.CHARGE, "a1");
    UpstreamRequest request = plan(caller, BILLET).request();
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.path()).isEqualTo("/v1/bank_billets/7");
    assertThat(request.query()).isEmpty();
    assertThat(request.body()).isEmpty();
    assertThat(request.idempotencyKey()).isEmpty();
    assertThat(request.write()).isFalse();
    assertThat(request.area()).isEqualTo("charge");
    assertThat(request.accountUid()).contains("a1");
    assertThat(request.credential()).isSameAs(caller.credential());
  }

  @ParameterizedTest
  @CsvSource({
    "kobana://banking/charge/pix/01J9, /v2/charge/pix/01J9",
    "kobana://banking/charge/pix/01J9/commands/12, /v2/charge/pix/01J9/commands/12",
    "kobana://banking/financial/accounts/f1, /v2/financial/accounts/f1",
    "kobana://banking/financial/accounts/f1/balances/b2, /v2/financial/accounts/f1/balances/b2",
    "kobana://banking/system/imports/customers/3, /v1/imports/customers/3",
    "kobana://banking/crm/customers/a%20b, /v1/customers/a%20b"
  })
  void nestedIdsGoWhereTheOperationWantsThem(String uri, String path) {
    assertThat(plan(SmallCatalogue.FULL, uri).request().path()).isEqualTo(path);
  }

  @Test
  void aRecordComesBackAsJsonTextUnderTheUriAsAsked() {
    String asked = "kobana://banking/charge/bank_billets/%37";
    Result result =
        reads.conclude(
            plan(SmallCatalogue.CHARGE, asked),
            Era.STATELESS,
            answer(200, "{\"id\":7,\"amount\":1234567890123.45}"));
    assertThat(result.kind()).isEqualTo(Result.Kind.CACHEABLE);
    JsonNode contents = SmallCatalogue.members(result).path("contents");
    assertThat(contents).hasSize(1);
    assertThat(contents.path(0).path("uri").asText()).isEqualTo(asked);
    assertThat(contents.path(0).path("mimeType").asText()).isEqualTo("application/json");
    assertThat(contents.path(0).path("text").asText())
        .isEqualTo("{\"id\":7,\"amount\":1234567890123.45}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'uri':null}", "{'uri':5}", "{'uri':['a']}"})
  void aMissingOrForeignUriMemberIsInvalidParams(String json) {
    Refusal refusal =
        catchThrowableOfType(
            Refusal.class, () -> reads.prepare(SmallCatalogue.FULL, Era.HANDSHAKE, params(json)));
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
    assertThat(refusal.error().orElseThrow().data()).isEmpty();
  }

  @Test
  void noParamsAtAllIsInvalidParams() {
    Refusal refusal =
        catchThrowableOfType(
            Refusal.class,
            () -> reads.prepare(SmallCatalogue.FULL, Era.HANDSHAKE, Optional.empty()));
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
  }

  @ParameterizedTest
  @CsvSource({"STATELESS, -32602", "HANDSHAKE, -32002"})
  void notFoundHasTheCodeOfItsEraAndNamesTheUri(Era era, int code) {
    Refusal refusal = refusalOf(SmallCatalogue.FULL, era, "file:///etc/passwd");
    assertThat(refusal.status()).isEqualTo(200);
    JsonRpcError error = refusal.error().orElseThrow();
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.message()).isEqualTo("Resource not found");
    assertThat(error.data().orElseThrow().path("uri").asText()).isEqualTo("file:///etc/passwd");
  }

  @Test
  void aTypeTheCallerMayNotReadLooksLikeARecordThatDoesNotExist() {
    String uri = "kobana://banking/crm/customers/3";
    Refusal hidden = refusalOf(SmallCatalogue.CHARGE, Era.STATELESS, uri);
    Refusal missing =
        catchThrowableOfType(
            Refusal.class,
            () -> reads.conclude(plan(SmallCatalogue.FULL, uri), Era.STATELESS, answer(404, "")));
    assertThat(hidden.error()).isEqualTo(missing.error());
    assertThat(hidden.status()).isEqualTo(missing.status());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 410})
  void anotherAccountsRecordLooksLikeARecordThatDoesNotExist(int status) {
    Refusal refusal =
        catchThrowableOfType(
            Refusal.class,
            () ->
                reads.conclude(
                    plan(SmallCatalogue.FULL, BILLET), Era.HANDSHAKE, answer(status, "{}")));
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.RESOURCE_NOT_FOUND);
    assertThat(refusal.error().orElseThrow().data().orElseThrow().path("uri").asText())
        .isEqualTo(BILLET);
  }

  @ParameterizedTest
  @CsvSource({"401", "400", "422", "500", "502", "302"})
  void otherAnswersAreAFailureThatRepeatsNothingOfTheBody(int status) {
    Refusal refusal =
        catchThrowableOfType(
            Refusal.class,
            () ->
                reads.conclude(
                    plan(SmallCatalogue.FULL, BILLET),
                    Era.STATELESS,
                    answer(status, "<html>customer 123.456.789-09</html>")));
    assertThat(refusal.rung()).isEqualTo(Rung.FAILURE);
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INTERNAL_ERROR);
    assertThat(refusal.error().orElseThrow().message())
        .contains(Integer.toString(status))
        .doesNotContain("123");
  }

  @Test
  void anAnswerThatIsNoRecordIsAFailureNeverEmptyContents() {
    for (String body : List.of("", "<html>", "{")) {
      Refusal refusal =
          catchThrowableOfType(
              Refusal.class,
              () ->
                  reads.conclude(
                      plan(SmallCatalogue.FULL, BILLET), Era.STATELESS, answer(200, body)));
      assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INTERNAL_ERROR);
    }
  }

  @Test
  void theLimitOfTheApiIsNamedWithTheSecondsToWait() {
    UpstreamResponse answer = new UpstreamResponse(429, Map.of("retry-after", "120"), new byte[0]);
    Refusal refusal =
        catchThrowableOfType(
            Refusal.class,
            () -> reads.conclude(plan(SmallCatalogue.FULL, BILLET), Era.STATELESS, answer));
    assertThat(refusal.error().orElseThrow().message()).contains("limit").contains("120 seconds");
  }

  @ParameterizedTest
  @EnumSource(UpstreamFailure.Reason.class)
  void aReadWithoutAnAnswerIsAFailure(UpstreamFailure.Reason reason) {
    Refusal refusal = ResourceReads.unanswered(new UpstreamFailure(reason, true));
    assertThat(refusal.status()).isEqualTo(200);
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INTERNAL_ERROR);
    assertThat(refusal.error().orElseThrow().message()).isNotBlank();
  }

  @Test
  void halfASurrogatePairInTheUriIsAnsweredAsJson() throws MalformedJson {
    Refusal refusal = refusalOf(SmallCatalogue.FULL, Era.STATELESS, "kobana://\ud800");
    JsonNode echoed = Json.parse(Json.bytes(refusal.error().orElseThrow().toJson()));
    assertThat(echoed.path("data").path("uri").asText()).isEqualTo("kobana://?");
  }

  @Test
  void aCatalogueWhoseTypeNamesNoToolIsRefusedAtTheStart() {
    Catalog whole = SmallCatalogue.catalog();
    Catalog toolless = new Catalog(List.of(), whole.recordTypes(), Map.of());
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> new ResourceReads(toolless, (type, tool, answer) -> "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bank_billet")
        .hasMessageContaining("banking_charge_bank_billet_get");
  }
}
