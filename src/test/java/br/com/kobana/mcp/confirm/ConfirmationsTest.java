package br.com.kobana.mcp.confirm;

import static br.com.kobana.mcp.confirm.ConfirmationTextTest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.confirm.Confirmations.Decision;
import br.com.kobana.mcp.confirm.Confirmations.Opening;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.settings.Settings.ConfirmMode;
import br.com.kobana.mcp.upstream.Credential;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfirmationsTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String READ = "banking_charge_bank_billet_get";
  private static final String ARGUMENTS = "{'id':'60'}";
  private static final String YES = "{'confirm':{'action':'accept','content':{'confirm':true}}}";
  private static final KnownRecord RECORD = record("10.00");
  private final Confirmations confirmations = confirmations(ConfirmMode.WHEN_SUPPORTED);

  private static KnownRecord record(String amount) {
    return new KnownRecord(READ, json("{'amount':" + amount + ",'status':'opened'}"));
  }

  private static Confirmations confirmations(ConfirmMode mode) {
    return confirmations(mode, new MemorySingleUse(System::nanoTime, 1000));
  }

  private static Confirmations confirmations(ConfirmMode mode, SingleUse used) {
    return new Confirmations(
        mode,
        new SealedState(
            List.of(new byte[32]),
            InstantSource.fixed(Instant.parse("2026-11-30T12:00:00Z")),
            new SecureRandom()),
        used,
        CATALOG,
        "PRODUÇÃO");
  }

  private static Caller caller(String principal) {
    return new Caller(
        "account",
        false,
        principal,
        Set.of("all", "write"),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential("t"));
  }

  private static ObjectNode params(String arguments, String capabilities) {
    ObjectNode params = Json.object().put("name", CANCEL);
    params.set("arguments", json(arguments));
    params
        .putObject("_meta")
        .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
        .set("io.modelcontextprotocol/clientCapabilities", json(capabilities));
    return params;
  }

  private static Attempt attempt(String tool, ObjectNode params, ProtocolVersion version) {
    return new Attempt(CATALOG.tool(tool).orElseThrow(), caller("p"), version, params);
  }

  private static Attempt first() {
    return modern(params(ARGUMENTS, "{'elicitation':{}}"));
  }

  private static Attempt modern(ObjectNode params) {
    return attempt(CANCEL, params, ProtocolVersion.V2026_07_28);
  }

  private static Attempt second(String state, String responses) {
    ObjectNode params = params(ARGUMENTS, "{'elicitation':{}}").put("requestState", state);
    params.set("inputResponses", json(responses));
    return modern(params);
  }

  private static JsonNode members(Result result) {
    try {
      return Json.parse("{" + new String(result.members(), StandardCharsets.UTF_8) + "}");
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private Decision decide(Attempt attempt, KnownRecord record) {
    return confirmations
        .decide(attempt, confirmations.open(attempt), Optional.of(record))
        .toCompletableFuture()
        .join();
  }

  private JsonNode answer(Attempt attempt, KnownRecord record) {
    return members(((Decision.Answer) decide(attempt, record)).result());
  }

  private String asked() {
    return answer(first(), RECORD).path("requestState").textValue();
  }

  private static JsonRpcError error(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    return ((Refusal) cause).error().orElseThrow();
  }

  @Test
  void questionIsOneFormWithOneBoolean() {
    Decision decision = decide(first(), RECORD);
    Result result = ((Decision.Answer) decision).result();

    assertThat(result.kind()).isEqualTo(Result.Kind.INPUT_REQUIRED);
    JsonNode request = members(result).at("/inputRequests/confirm");
    assertThat(members(result).path("inputRequests")).hasSize(1);
    assertThat(request.path("method").textValue()).isEqualTo("elicitation/create");
    assertThat(request.at("/params/mode").textValue()).isEqualTo("form");
    assertThat(request.at("/params/message").textValue()).startsWith("Cancelar boleto\n");
    assertThat(request.at("/params/requestedSchema"))
        .isEqualTo(
            json(
                "{'type':'object','properties':{'confirm':{'type':'boolean','title':'Confirmo',"
                    + "'default':false}},'required':['confirm']}"));
  }

  @Test
  void acceptedConfirmationRunsOnce() {
    String state = asked();

    assertThat(decide(second(state, YES), RECORD)).isInstanceOf(Decision.Run.class);
    JsonRpcError again = error(catchThrowable(() -> decide(second(state, YES), RECORD)));
    assertThat(again.code()).isEqualTo(-32602);
    assertThat(again.message()).contains("already used", "Nothing was executed");
  }

  @Test
  void numbersOfTheArgumentsMayBeWrittenInAnotherWay() {
    ObjectNode before = params("{'id':'60','cancellation_reason':2}", "{'elicitation':{}}");
    ObjectNode after = params("{'cancellation_reason':2.0,'id':'60'}", "{'elicitation':{}}");
    after.put("requestState", answer(modern(before), RECORD).path("requestState").textValue());
    after.set("inputResponses", json(YES));

    assertThat(decide(modern(after), RECORD)).isInstanceOf(Decision.Run.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'confirm':{'action':'decline'}}",
        "{'confirm':{'action':'cancel'}}",
        "{'confirm':{'action':'accept','content':{'confirm':false}}}"
      })
  void whoDoesNotConfirmPaysNothing(String responses) {
    JsonNode answer = answer(second(asked(), responses), RECORD);

    assertThat(answer.path("isError").booleanValue()).isTrue();
    assertThat(answer.at("/content/0/text").textValue())
        .isEqualTo("The user did not confirm. Nothing was executed.");
  }

  @Test
  void refusalCountsEvenWithoutStateAndCapability() {
    ObjectNode params = params(ARGUMENTS, "{}");
    params.set("inputResponses", json("{'confirm':{'action':'decline'}}"));

    assertThat(confirmations.concerns(modern(params))).isTrue();
    assertThat(confirmations.open(modern(params))).isInstanceOf(Opening.Declined.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'other':{'action':'accept','content':{'confirm':true}}}",
        "{'confirm':null}",
        "{'confirm':[]}",
        "{'confirm':1}",
        "{'confirm':'accept'}",
        "{'confirm':{}}",
        "{'confirm':{'action':'accept'}}",
        "{'confirm':{'action':'accept','content':null}}",
        "{'confirm':{'action':'accept','content':[true]}}",
        "{'confirm':{'action':'accept','content':{'confirm':'true'}}}",
        "{'confirm':{'action':'accept','content':{'confirm':1}}}",
        "{'confirm':{'action':'ACCEPT','content':{'confirm':true}}}"
      })
  void whatIsNoAnswerIsAskedAgain(String responses) {
    assertThat(answer(second(asked(), responses), RECORD).path("requestState").isTextual())
        .isTrue();
  }

  @Test
  void answerWithoutStateIsAskedAgain() {
    ObjectNode params = params(ARGUMENTS, "{'elicitation':{}}");
    params.set("inputResponses", json(YES));

    assertThat(answer(modern(params), RECORD).path("requestState").isTextual()).isTrue();
  }

  @Test
  void questionAskedTwiceIsOneConfirmation() {
    String one = asked();
    String two = answer(second(one, "{}"), RECORD).path("requestState").textValue();

    assertThat(decide(second(two, YES), RECORD)).isInstanceOf(Decision.Run.class);
    assertThat(error(catchThrowable(() -> decide(second(one, YES), RECORD))).message())
        .contains("already used");
  }

  @Test
  void recordThatChangedMeanwhileIsAskedAgain() {
    JsonNode again = answer(second(asked(), YES), record("20.00"));

    assertThat(again.at("/inputRequests/confirm/params/message").textValue())
        .contains("Os dados mudaram", "R$ 20,00");
    String state = again.path("requestState").textValue();
    assertThat(decide(second(state, YES), record("20.00"))).isInstanceOf(Decision.Run.class);
  }

  @Test
  void recordThatCannotBeReadAnyMoreIsNotRun() {
    Attempt attempt = second(asked(), YES);
    Decision decision =
        confirmations
            .decide(attempt, confirmations.open(attempt), Optional.empty())
            .toCompletableFuture()
            .join();

    assertThat(decision).isInstanceOf(Decision.Answer.class);
  }

  @Test
  void stateOfAnotherCallerArgumentsOrToolIsRefused() {
    ObjectNode params = second(asked(), YES).params();
    ObjectNode others = params.deepCopy();
    others.set("arguments", json("{'id':'61'}"));
    List<Attempt> attempts =
        List.of(
            modern(others),
            new Attempt(
                CATALOG.tool(CANCEL).orElseThrow(),
                caller("other"),
                ProtocolVersion.V2026_07_28,
                params),
            attempt("banking_charge_bank_billet_duplicate", params, ProtocolVersion.V2026_07_28));

    for (Attempt attempt : attempts) {
      JsonRpcError error = error(catchThrowable(() -> confirmations.open(attempt)));
      assertThat(error.code()).isEqualTo(-32602);
      assertThat(error.message()).isEqualTo("Invalid params: requestState failed verification");
    }
  }

  /** A catalogue is taken between the rounds, and the tool does something else in it. */
  @Test
  void stateOfAToolThatHasAnotherOperationNowIsRefused(@TempDir Path directory) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/catalog"))) {
      for (Path file : files.toList()) {
        Files.writeString(
            directory.resolve(file.getFileName()),
            Files.readString(file)
                .replace(
                    "operation: PUT /v1/bank_billets/{id}/cancel",
                    "operation: PUT /v1/bank_billets/{id}/protest"));
      }
    }
    Tool other = CatalogLoader.fromDirectory(directory).tool(CANCEL).orElseThrow();
    Attempt attempt =
        new Attempt(other, caller("p"), ProtocolVersion.V2026_07_28, second(asked(), YES).params());

    assertThat(error(catchThrowable(() -> confirmations.open(attempt))).code()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "null", "''", "{}", "'v1.'", "true", "'garbage'"})
  void stateThatIsNoneIsAnErrorAndNotAQuestion(String state) {
    ObjectNode params = params(ARGUMENTS, "{'elicitation':{}}");
    params.set("requestState", json("{'s':" + state + "}").path("s"));
    params.set("inputResponses", json(YES));

    assertThat(error(catchThrowable(() -> confirmations.open(modern(params)))).code())
        .isEqualTo(-32602);
  }

  @Test
  void memoryThatFailsExecutesNothing() {
    SingleUse away =
        (nonce, ttl) -> CompletableFuture.failedFuture(new IllegalStateException("away"));
    Confirmations failing = confirmations(ConfirmMode.WHEN_SUPPORTED, away);
    Attempt attempt = second(asked(), YES);

    Decision decision =
        failing
            .decide(attempt, failing.open(attempt), Optional.of(RECORD))
            .toCompletableFuture()
            .join();

    JsonNode answer = members(((Decision.Answer) decision).result());
    assertThat(answer.path("isError").booleanValue()).isTrue();
    assertThat(answer.at("/content/0/text").textValue()).contains("Nothing was executed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'elicitation':{'url':{}}}", "{'elicitation':null}", "{'sampling':{}}"})
  void clientThatCannotAskIsNotAsked(String capabilities) {
    Attempt attempt = modern(params(ARGUMENTS, capabilities));

    assertThat(confirmations.concerns(attempt)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'elicitation':{}}",
        "{'elicitation':{'form':{}}}",
        "{'elicitation':{'form':{},'url':{}}}"
      })
  void clientThatCanAskIsAsked(String capabilities) {
    assertThat(confirmations.concerns(modern(params(ARGUMENTS, capabilities)))).isTrue();
  }

  @ParameterizedTest
  @EnumSource(ConfirmMode.class)
  void readsAndHarmlessWritesAreNeverAskedAbout(ConfirmMode mode) {
    for (String tool : List.of(READ, "banking_charge_bank_billet_create")) {
      for (ProtocolVersion version : ProtocolVersion.values()) {
        Attempt attempt = attempt(tool, params(ARGUMENTS, "{'elicitation':{}}"), version);
        assertThat(confirmations(mode).concerns(attempt)).isFalse();
      }
    }
  }

  @Test
  void handshakeEraIsNotAskedWhereItIsOptional() {
    for (ConfirmMode mode : List.of(ConfirmMode.WHEN_SUPPORTED, ConfirmMode.NEVER)) {
      ObjectNode params = second("v1.x", YES).params();
      assertThat(confirmations(mode).concerns(attempt(CANCEL, params, ProtocolVersion.V2025_11_25)))
          .isFalse();
    }
  }

  @Test
  void handshakeEraIsRefusedWhereEverybodyMustConfirm() {
    Confirmations always = confirmations(ConfirmMode.ALWAYS);
    Attempt attempt = attempt(CANCEL, params(ARGUMENTS, "{}"), ProtocolVersion.V2025_11_25);

    JsonRpcError error = error(catchThrowable(() -> always.concerns(attempt)));
    assertThat(error.code()).isEqualTo(-32602);
    assertThat(error.message()).contains("2026-07-28", "Nothing was executed");
  }

  @Test
  void missingCapabilityIsNamedAsAnObject() {
    Confirmations always = confirmations(ConfirmMode.ALWAYS);
    Attempt attempt = modern(params(ARGUMENTS, "{'elicitation':{'url':{}}}"));

    assertThat(always.concerns(attempt)).isTrue();
    Throwable thrown = catchThrowable(() -> always.open(attempt));
    assertThat(((Refusal) thrown).status()).isEqualTo(400);
    assertThat(error(thrown).code()).isEqualTo(-32021);
    assertThat(error(thrown).data().orElseThrow())
        .isEqualTo(json("{'requiredCapabilities':{'elicitation':{'form':{}}}}"));
  }

  @Test
  void neverAsksNobody() {
    assertThat(confirmations(ConfirmMode.NEVER).concerns(first())).isFalse();
  }

  @Test
  void neverStillHearsARefusal() {
    Confirmations never = confirmations(ConfirmMode.NEVER);
    Attempt attempt = second(asked(), "{'confirm':{'action':'decline'}}");

    assertThat(never.concerns(attempt)).isTrue();
    assertThat(never.open(attempt)).isInstanceOf(Opening.Declined.class);
  }
}
