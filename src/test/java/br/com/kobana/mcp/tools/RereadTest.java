package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.caller;
import static br.com.kobana.mcp.tools.Samples.full;
import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.params;
import static br.com.kobana.mcp.tools.Samples.response;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The record is read again after a write that the API answers with nothing. */
class RereadTest {
  private static final String ID = "{\"type\":\"string\"}";
  private static final Tool PAY =
      Samples.tool("box_pay", "PUT", "/v1/boxes/{id}/pay/{type}", Kind.DESTRUCTIVE, "toy.boxes")
          .argument("box", Place.PATH, "id", true, ID)
          .argument("type", Place.PATH, "type", true, ID)
          .form(Form.RECORD)
          .rereads("box_get")
          .build();
  private static final Tool GET =
      Samples.tool("box_get", "GET", "/v1/boxes/{id}", Kind.READ, "toy.locked")
          .argument("id", Place.PATH, "id", true, ID)
          .form(Form.RECORD)
          .masked("pin")
          .heavy("photo")
          .build();
  private final ToolCalls calls =
      new ToolCalls(
          new Catalog(List.of(GET, PAY), List.of(), Map.of()),
          Samples.CURSORS,
          Samples.CHALLENGE,
          () -> "key",
          RowsShown.none());

  @Test
  void emptyAnswerIsFollowedByOneReadOfTheRecord() {
    UpstreamRequest read = reread(send(full())).request();

    assertThat(read.toString()).isEqualTo("GET /v1/boxes/a%20b");
    assertThat(read.write()).isFalse();
    assertThat(read.idempotencyKey()).isEmpty();
    assertThat(read.body()).isEmpty();
  }

  @Test
  void recordIsMaskedAsItsOwnToolMasksAndKeepsTheKeyOfTheWrite() {
    Result result =
        ended(
            reread(send(full())), 200, "{\"id\":1,\"pin\":\"123\",\"photo\":\"x\",\"paid\":true}");

    assertThat(object(result).path("structuredContent").toString())
        .isEqualTo("{\"data\":{\"id\":1,\"pin\":\"***\",\"paid\":true}}");
    assertThat(object(result).at("/content/1/text").asText())
        .startsWith("The operation succeeded.");
    assertThat(result.meta().path(ToolCalls.KEY_META).asText()).isEqualTo("key");
  }

  @Test
  void keyOfAConfirmationIsKept() {
    Prepared.Send send = send(full()).withIdempotencyKey("nonce");
    Result result = ended(reread(send), 200, "{\"id\":1}");

    assertThat(result.meta().path(ToolCalls.KEY_META).asText()).isEqualTo("nonce");
  }

  @ParameterizedTest
  @CsvSource({"401,{}", "403,{}", "404,{}", "429,{}", "500,{}", "200,''", "200,<html>"})
  void writeSucceededWhateverTheReadAnswers(int status, String body) {
    assertNothing(ended(reread(send(full())), status, body));
  }

  @Test
  void writeSucceededWhenTheReadIsNeverAnswered() {
    Prepared.Send read = reread(send(full()));
    for (UpstreamFailure.Reason reason : UpstreamFailure.Reason.values()) {
      assertNothing(calls.conclude(read.plan(), new UpstreamFailure(reason, true)));
    }
  }

  @Test
  void callerWhoMayNotReadGetsNoRecord() {
    Caller writer = caller("p", Set.of("toy.boxes", "write"));

    assertNothing(ended(send(writer), 204, ""));
  }

  @Test
  void answerWithARecordNeedsNoRead() {
    assertThat(
            object(ended(send(full()), 200, "{\"id\":1}")).at("/structuredContent/data/id").asInt())
        .isEqualTo(1);
  }

  @Test
  void failedWriteIsNotRead() {
    assertThat(object(ended(send(full()), 422, "")).path("isError").asBoolean()).isTrue();
    assertThat(object(ended(send(full()), 500, "")).at("/content/0/text").asText())
        .startsWith("Outcome unknown");
  }

  private Prepared.Send send(Caller caller) {
    return (Prepared.Send)
        calls.prepare(
            caller,
            params("{\"name\":\"box_pay\",\"arguments\":{\"box\":\"a b\",\"type\":\"all\"}}"));
  }

  private Prepared.Send reread(Prepared.Send send) {
    return (Prepared.Send) calls.proceed(send.plan(), response(204, ""));
  }

  private Result ended(Prepared.Send send, int status, String body) {
    return ((Prepared.Done)
            calls.proceed(send.plan(), response(status, Optional.ofNullable(body).orElse(""))))
        .result();
  }

  private static void assertNothing(Result result) {
    ObjectNode whole = object(result);
    assertThat(whole.has("isError")).isFalse();
    assertThat(whole.path("structuredContent").toString()).isEqualTo("{\"data\":null}");
    assertThat(whole.at("/content/1/text").asText())
        .isEqualTo("The operation succeeded; the API returned no content.");
    assertThat(result.meta().path(ToolCalls.KEY_META).asText()).isEqualTo("key");
  }
}
