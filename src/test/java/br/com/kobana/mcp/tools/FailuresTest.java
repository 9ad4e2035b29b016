package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.answered;
import static br.com.kobana.mcp.tools.Samples.calls;
import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.params;
import static br.com.kobana.mcp.tools.Samples.response;
import static br.com.kobana.mcp.tools.Samples.send;
import static br.com.kobana.mcp.tools.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamFailure.Reason;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {
  private static final String ID = "{\"id\":\"7\"}";
  private static final String NEW = "{\"amount\":1,\"expire_at\":\"2026-12-01\"}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // array of objects
        "{\"status\":422,\"errors\":[{\"code\":\"validation_error\",\"param\":\"amount\",\"detail\":\"muito baixo\"}]}|- amount: muito baixo",
        "{\"status\":404,\"errors\":[{\"title\":\"Não encontrado.\",\"code\":\"not_found\",\"detail\":\"Este registro não existe.\"}]}|- Não encontrado: Este registro não existe",
        "{\"errors\":[{\"code\":\"x\",\"title\":\"Só título\"}]}|- Só título",
        "{\"status\":429,\"errors\":[{\"title\":\"Limite\",\"code\":429,\"detail\":\"d\"}]}|- Limite: d",
        // array of strings
        "{\"status\":422,\"errors\":[\"QR Code inválido\",\"outro\"]}|- QR Code inválido\\n- outro",
        // map of arrays
        "{\"errors\":{\"expire_at\":[\"não é data\",\"vazio\"],\"title\":[\"longo\"]}}|- expire_at: não é data\\n- expire_at: vazio\\n- title: longo",
        // string under errors, under error
        "{\"errors\":\"Sem arquivo\"}|- Sem arquivo",
        "{\"error\":\"Período maior que 60 dias\"}|- Período maior que 60 dias",
        // message and errors
        "{\"message\":\"Não enviado\",\"errors\":[\"sem e-mail\"]}|- Não enviado\\n- sem e-mail",
        // bare title and detail
        "{\"title\":\"T\",\"detail\":\"D\"}|- T: D",
        "{\"message\":\"Só isso\"}|- Só isso",
        // OAuth pair
        "{\"error\":\"invalid_grant\",\"error_description\":\"expirou\"}|- invalid_grant: expirou",
        // nested
        "{\"errors\":[{\"title\":\"T\",\"detail\":{\"pix\":{\"key\":[\"inválida\"]}}}]}|- T\\n- pix.key: inválida",
        "{\"errors\":{\"person\":{\"name\":[\"vazio\"]}}}|- person.name: vazio",
        "{\"errors\":[{\"errors\":[{\"param\":\"a\",\"detail\":\"d\"}],\"title\":\"T\"}]}|- T\\n- a: d",
        "{\"error\":{\"code\":\"c\",\"message\":\"m\"}}|- m",
        "[\"solto\"]|- solto",
        "\"texto\"|- texto",
      })
  void everyShapeOfErrorIsReadable(String body, String expected) {
    String text = failed(answered(Samples.BILLET, ID, 422, body));
    assertThat(text)
        .startsWith("The API refused the data (HTTP 422).")
        .contains("\n" + expected.replace("\\n", "\n") + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "<!DOCTYPE html><html><body>Bad gateway 123</body></html>",
        "{\"errors\":\"<html>Bad gateway 123</html>\"}",
        "{\"status\":500,\"exception\":\"#<NoMethodError 123>\",\"traces\":{\"a\":[\"123\"]}}",
        "{\"message\":\"app/models/x.rb:123:in `y'\"}",
        "{\"errors\":{\"secret_key\":\"123\",\"credentials\":[\"123\"]}}",
        "{\"errors\":{}}",
        "{\"errors\":null}",
        "{",
        "[]",
        "null"
      })
  void whatIsNotForPeopleIsNotShown(String body) {
    assertThat(failed(answered(Samples.BILLET, ID, 502, body)))
        .isEqualTo(
            "The read failed: the API is not available (HTTP 502).\n"
                + "Reading changes nothing; the call can be repeated.");
  }

  @Test
  void aTokenIsNeverRepeated() {
    String text =
        failed(
            answered(
                Samples.BILLET,
                ID,
                401,
                "{\"errors\":[{\"title\":\"Token zjuio96wkixkzy6z98sy inválido\","
                    + "\"detail\":\"Bearer abc eyJhbGciOiJIUzUxMiJ9.e30.x\"}]}"));
    assertThat(text)
        .contains("refused the token (HTTP 401)")
        .contains("Token *** inválido: Bearer *** ***")
        .doesNotContain("zjuio96", "abc", "eyJ");
  }

  @Test
  void alineIsOneLineAndShort() {
    String text =
        failed(
            answered(
                Samples.BILLET,
                ID,
                422,
                "{\"errors\":[\"first\\nsecond\",\"" + "x".repeat(5000) + "\",\"a\\u0007b\"]}"));
    assertThat(text).contains("\n- first\n").doesNotContain("second").contains("\n- ab\n");
    assertThat(text.lines()).allMatch(l -> l.length() <= 310);
  }

  @Test
  void theTextIsBoundedAndStillSaysWhatToDo() {
    StringBuilder errors = new StringBuilder("\"x\"");
    for (int i = 0; i < 50; i++) {
      errors.append(",\"").append(i).append("y".repeat(290)).append('"');
    }
    assertThat(failed(answered(Samples.BILLET, ID, 422, "{\"errors\":[" + errors + "]}")))
        .hasSizeLessThanOrEqualTo(2000)
        .endsWith("Correct the arguments and call again.");
  }

  @ParameterizedTest
  @CsvSource({
    "400,did not accept the request",
    "403,refused permission",
    "404,Not found for this account",
    "409,conflicts",
    "418,does not expect",
    "302,does not expect",
    "500,not available",
  })
  void aStatusIsSaidInWords(int status, String words) {
    assertThat(failed(answered(Samples.BILLET, ID, status, "{}")))
        .contains(words)
        .contains("HTTP " + status);
  }

  @Test
  void aLimitSaysHowLongToWaitAndThatItIsNoPermission() {
    Result result =
        calls()
            .conclude(
                send(Samples.BILLET, ID).plan(),
                response(429, "{}", Map.of("ratelimit-limit", "60", "retry-after", "1834")));
    assertThat(text(result))
        .contains("limit of 60 an hour", "Wait 1834 seconds", "not a missing permission");
    Result odd =
        calls()
            .conclude(
                send(Samples.BILLET, ID).plan(),
                response(429, "", Map.of("ratelimit-limit", "<b>", "retry-after", "soon")));
    assertThat(text(odd)).contains("next full hour").doesNotContain("<b>", "soon");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 422, 429})
  void aRefusedWriteSaysThatNothingWasExecuted(int status) {
    assertThat(failed(answered(Samples.CANCEL, ID, status, "{}")))
        .contains("Nothing was executed.")
        .doesNotContain("Outcome unknown");
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 408, 502, 503, 504})
  void aWriteThatMayHaveHappenedNeverReadsAsFailed(int status) {
    Result result = answered(Samples.CREATE, NEW, status, "<html>x</html>");
    assertThat(failed(result))
        .startsWith("Outcome unknown: the API answered HTTP " + status)
        .contains("It may have happened")
        .contains("fresh-key")
        .contains("\"idempotency_key\": \"fresh-key\"")
        .contains(Samples.BILLETS)
        .doesNotContain("can be repeated", "Nothing was executed");
    assertThat(result.meta().path("br.com.kobana/idempotencyKey").textValue())
        .isEqualTo("fresh-key");
  }

  /** The API keeps a 500 under the key for a day: repeating with the key never gets past it. */
  @Test
  void aFailureThatTheApiStoresIsLeftBehindWithANewKey() {
    assertThat(failed(answered(Samples.CREATE, NEW, 500, "{}")))
        .startsWith("Outcome unknown: the API answered HTTP 500. It may have happened.")
        .contains("Check with " + Samples.BILLETS, "fresh-key", "a new \"idempotency_key\"")
        .doesNotContain("send the same arguments", "Nothing was executed");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502})
  void aStoredFailureIsKnownForOne(int status) {
    Result result =
        calls()
            .conclude(
                send(Samples.CREATE, NEW).plan(),
                response(status, "{}", Map.of("x-idempotency-replayed", "true")));
    assertThat(failed(result))
        .startsWith("Outcome unknown: the API repeated the failure (HTTP " + status + ")")
        .contains("Check with " + Samples.BILLETS, "a new \"idempotency_key\"");
    assertThat(result.meta().path("br.com.kobana/replayed").booleanValue()).isTrue();
  }

  @Test
  void aDeleteThatFailedHasNoKeyToLeaveBehind() {
    assertThat(failed(answered(Samples.REMOVE, "{\"id\":\"1\"}", 500, "{}")))
        .startsWith("Outcome unknown: the API answered HTTP 500")
        .doesNotContain("key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"errors\":[{\"param\":\"X-Idempotency-Key\",\"detail\":\"Chave já usada\"}]}",
        "{\"errors\":[{\"title\":\"Chave de idempotência já usada\"}]}",
        "{\"error\":\"Idempotency key reused\"}"
      })
  void aKeyUsedForOtherArgumentsIsSaidSo(String body) {
    assertThat(failed(answered(Samples.CREATE, NEW, 422, body)))
        .startsWith("The idempotency key was used before with other arguments (HTTP 422).")
        .contains("This call did nothing.", "send exactly its arguments", "choose a new one");
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"TIMEOUT", "RESET", "TOO_LARGE"})
  void aWriteThatWasSentAndNotAnsweredIsUnknown(Reason reason) {
    Prepared.Send send = send(Samples.CANCEL, ID);
    String text = failed(calls().conclude(send.plan(), new UpstreamFailure(reason, true)));
    assertThat(text)
        .startsWith("Outcome unknown")
        .contains("fresh-key", "Check with " + Samples.BILLET)
        .doesNotContain("send the same arguments");
  }

  @Test
  void aDeleteHasNoKeyToName() {
    Result result =
        calls()
            .conclude(
                send(Samples.REMOVE, "{\"id\":\"1\"}").plan(),
                new UpstreamFailure(Reason.TIMEOUT, true));
    assertThat(failed(result))
        .startsWith("Outcome unknown")
        .contains("Check whether it happened")
        .doesNotContain("key");
    assertThat(result.meta()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"CONNECT,no connection", "TIMEOUT,in time", "CANCELLED,cancelled"})
  void whatWasNotSentDidNotHappen(Reason reason, String words) {
    Prepared.Send send = send(Samples.CANCEL, ID);
    assertThat(failed(calls().conclude(send.plan(), new UpstreamFailure(reason, false))))
        .contains(words)
        .contains("Nothing was sent")
        .doesNotContain("Outcome unknown");
  }

  @Test
  void aReadThatFailedCanBeRepeated() {
    Prepared.Send send = send(Samples.BILLET, ID);
    assertThat(failed(calls().conclude(send.plan(), new UpstreamFailure(Reason.RESET, true))))
        .startsWith("The read failed: the connection broke")
        .contains("can be repeated");
    assertThat(failed(calls().conclude(send.plan(), new UpstreamFailure(Reason.TOO_LARGE, true))))
        .contains("Ask for less");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>ok</html>", "{\"a\":", "{\"a\":1,\"a\":2}", "not json"})
  void aSuccessThatIsNoJsonIsUnknownForAWriteAndFailedForARead(String body) {
    assertThat(failed(answered(Samples.CREATE, NEW, 201, body)))
        .startsWith("Outcome unknown: the API gave an answer that is not JSON (HTTP 201)");
    assertThat(failed(answered(Samples.BILLET, ID, 200, body)))
        .startsWith("The read failed: the API gave an answer that is not JSON (HTTP 200)");
  }

  @Test
  void aReadThatGotNothingIsNotAnEmptyList() {
    assertThat(failed(answered(Samples.BILLETS, "{}", 200, "")))
        .startsWith("The read failed: the API gave an empty answer");
  }

  @Test
  void theToolToCheckWithIsOneTheCallerMayRun() {
    Prepared.Send send =
        (Prepared.Send)
            calls()
                .prepare(
                    Samples.caller("p", Set.of("charge.pix", "write")),
                    params(
                        "{\"name\":\"" + Samples.PIX_CANCEL + "\",\"arguments\":{\"uid\":\"u\"}}"));
    assertThat(failed(calls().conclude(send.plan(), new UpstreamFailure(Reason.TIMEOUT, true))))
        .contains("Check with " + Samples.PIX + " ");
  }

  @Test
  void aWriteBesideItsListIsCheckedWithTheListOfItsScope() {
    Tool write =
        Samples.tool("w", "POST", "/v2/charge/pix_batches", Tool.Kind.WRITE, "charge.pix").build();
    Tool other = Samples.tool("o", "POST", "/v2/other", Tool.Kind.WRITE, "other.things").build();
    ReadTools reads =
        new ReadTools(Samples.catalog().tools().stream().map(CompiledTool::of).toList());
    assertThat(reads.of(write, Samples.full(), ToolView.ALL)).contains(Samples.PIX_LIST);
    assertThat(reads.of(other, Samples.full(), ToolView.ALL)).isEmpty();
    assertThat(reads.of(write, Samples.caller("p", Set.of("login")), ToolView.ALL)).isEmpty();
  }

  @Test
  void aReplayedAnswerIsMarked() {
    Result result =
        calls()
            .conclude(
                send(Samples.CREATE, NEW).plan(),
                response(201, "{\"id\":7}", Map.of("x-idempotency-replayed", "true")));
    assertThat(result.meta().toString())
        .isEqualTo(
            "{\"br.com.kobana/idempotencyKey\":\"fresh-key\",\"br.com.kobana/replayed\":true}");
    assertThat(
            answered(Samples.CREATE, NEW, 201, "{\"id\":7}").meta().has("br.com.kobana/replayed"))
        .isFalse();
    assertThat(answered(Samples.BILLET, ID, 200, "{}").meta()).isEmpty();
    assertThat(Samples.structured(result).toString())
        .isEqualTo("{\"data\":{\"id\":7},\"meta\":{\"replayed\":true}}");
  }

  @Test
  void aReplayedEmptyAnswerIsMarkedToo() {
    Result result =
        calls()
            .conclude(
                send(Samples.CANCEL, ID).plan(),
                response(204, "", Map.of("x-idempotency-replayed", "true")));
    assertThat(object(result).path("structuredContent").toString())
        .isEqualTo("{\"data\":null,\"meta\":{\"replayed\":true}}");
  }

  @Test
  void aReplayedRefusalSaysThatItIsOld() {
    Result result =
        calls()
            .conclude(
                send(Samples.CREATE, NEW).plan(),
                response(422, "{}", Map.of("x-idempotency-replayed", "true")));
    assertThat(failed(result))
        .startsWith("This is the answer to an earlier call with the same key. The API refused");
  }

  private static String failed(Result result) {
    assertThat(object(result).path("isError").booleanValue()).isTrue();
    assertThat(object(result).has("structuredContent")).isFalse();
    assertThat(object(result).path("content")).hasSize(1);
    return text(result);
  }
}
