package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.response;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are skimmed, and those that are left to the tree. */
class SkimmerTest {
  private final BothWays both = new BothWays();

  @Test
  void aSecretIsMaskedHoweverDeep() {
    assertThat(
            data(
                BothWays.BARE_LIST,
                List.of(),
                "[{\"x\":[[{\"y\":{\"credentials\":{\"user\":\"u\"},\"z\":1}}]],"
                    + "\"api_access_token\":\"t\"},[{\"secret_key\":[\"s\"]}]]"))
        .isEqualTo(
            "[{\"x\":[[{\"y\":{\"credentials\":\"***\",\"z\":1}}]],"
                + "\"api_access_token\":\"***\"},[{\"secret_key\":\"***\"}]]");
  }

  @Test
  void whatIsNotCutIsTheApisOwnBytes() {
    String rows =
        "[{\"uid\":\"u\",\"cpf\":\"123.456.789-09\",\"n\":-0.0,\"m\":1.10,\"i\":-0,"
            + "\"big\":123456789012345678901234567890.00,\"t\":\"\\/ \\\"é\","
            + " \"e\" : [ ] }]";
    assertThat(data(BothWays.BARE_LIST, List.of(), rows)).isEqualTo(rows);
  }

  /** Rails writes these three so. */
  @Test
  void aCharacterWrittenByItsNumberLeavesAsItself() {
    String rows = "[{\"name\":\"Silva \\u0026 Filhos \\u003cLtda\\u003E\"}]";
    assertThat(
            BothWays.text(
                both.answered(BothWays.BARE_LIST, BothWays.fields(List.of()), bytes(rows))))
        .contains("\"structuredContent\":{\"data\":[{\"name\":\"Silva & Filhos <Ltda>\"}]")
        .contains("\"text\":\"{\\\"data\\\":[{\\\"name\\\":\\\"Silva & Filhos <Ltda>\\\"}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|{\"png\":1,\"x\":2,\"y\":3}|{\"x\":2,\"y\":3}",
        "|{\"x\":2,\"png\":{\"u\":[1,{}]},\"y\":3}|{\"x\":2,\"y\":3}",
        "|{\"x\":2,\"y\":3,\"png\":[1]}|{\"x\":2,\"y\":3}",
        "|{\"x\":2, \"png\":1, \"y\":3 , \"png2\":4}|{\"x\":2,\"y\":3 , \"png2\":4}",
        "|{\"notes\":{\"u\":1},\"png\":1,\"y\":3}|{\"notes\":\"***\",\"y\":3}",
        "|{\"png\":1,\"notes\":1,\"y\":{\"secret_key\":null}}|{\"notes\":\"***\",\"y\":{\"secret_key\":\"***\"}}",
        "|{\"a\":{\"png\":1},\"b\":[{\"content\":2},{}],\"c\":0}|{\"a\":{},\"b\":[{},{}],\"c\":0}",
        "|{\"a\":{\"b\":1,\"c\":{\"png\":2}},\"x\":0,\"y\":1}|{\"a\":{\"b\":\"***\",\"c\":{\"png\":2}},\"x\":0,\"y\":1}",
        "y|{\"x\":2,\"y\":3,\"z\":4}|{\"y\":3}",
        "z x|{\"x\":2,\"y\":3,\"z\":4}|{\"x\":2,\"z\":4}",
        "x.u|{\"x\":2,\"y\":3,\"z\":4}|{}",
        "x.u|{\"y\":3,\"x\":[7,{\"u\":1,\"v\":2},[{\"v\":2,\"u\":3}],[]],\"z\":4}|{\"x\":[7,{\"u\":1},[{\"u\":3}],[]]}",
        "x.u.v|{\"x\":null,\"y\":3,\"z\":4}|{\"x\":null}",
        "x.u.v|{\"x\":[],\"y\":3,\"z\":4}|{\"x\":[]}",
        "x.u.v|{\"x\":{\"u\":1},\"y\":3,\"z\":4}|{\"x\":{}}",
        "png|{\"x\":2,\"y\":3,\"png\":4}|{\"png\":4}",
        "notes.u x|{\"x\":2,\"notes\":{\"u\":1},\"z\":4}|{\"x\":2}",
        "notes x|{\"notes\":{\"u\":1},\"x\":2,\"z\":4}|{\"notes\":\"***\",\"x\":2}",
        "contacts.pin|{\"contacts\":[{\"x\":1,\"pin\":12,\"y\":2}],\"x\":2,\"z\":4}|{\"contacts\":[{\"pin\":\"***\"}]}",
      })
  void membersAreCutOutWithTheirCommas(String fields, String record, String expected) {
    List<String> names = fields == null ? List.of() : List.of(fields.split(" "));
    assertThat(data(BothWays.BARE_LIST, names, "[" + record + "]")).isEqualTo("[" + expected + "]");
    assertThat(data(BothWays.ENVELOPED, names, "{\"status\":200,\"data\":" + record + "}"))
        .isEqualTo(expected);
    both.agree(BothWays.BARE, BothWays.fields(names), bytes(record));
  }

  @Test
  void theEnvelopesMembersMayComeInAnyOrder() {
    String body =
        "{\"pagination\":{\"next_cursor\":\"n\"},\"data\":[{\"uid\":\"u\"}],\"status\":{\"x\":[]}}";
    assertThat(data(BothWays.ENVELOPED_LIST, List.of(), body)).isEqualTo("[{\"uid\":\"u\"}]");
    assertThat(BothWays.shapes(BothWays.ENVELOPED_LIST).skim(response(200, body), List.of()))
        .hasValueSatisfying(
            s -> {
              assertThat(s.last().rows()).isEqualTo(1);
              assertThat(s.last().pagination()).hasToString("{\"next_cursor\":\"n\"}");
            });
    both.agreeExactly(BothWays.ENVELOPED_LIST, Json.object(), bytes(body));
  }

  @Test
  void whatStandsBesideTheDataIsMaskedAndStandsUnderMeta() {
    String body =
        "{\"meta\":{\"balance\":0.10,\"credentials\":{\"x\":1},\"next_cursor\":\"theirs\"},"
            + "\"message\":null,\"data\":[{\"uid\":\"u\",\"png\":1}],"
            + "\"filters\":{\"kind\":1e2}}";
    assertThat(data(BothWays.ENVELOPED_LIST, List.of(), body)).isEqualTo("[{\"uid\":\"u\"}]");
    assertThat(BothWays.text(both.answered(BothWays.ENVELOPED_LIST, Json.object(), bytes(body))))
        .endsWith(
            "\"meta\":{\"next_cursor\":null,\"balance\":0.10,\"credentials\":\"***\","
                + "\"message\":null,\"filters\":{\"kind\":1E+2}}}");
    both.agreeExactly(BothWays.ENVELOPED_LIST, Json.object(), bytes(body));
  }

  @Test
  void idsAreThoseOfTheRowsWhateverFieldsAreAskedFor() {
    String rows =
        "[{\"uid\":\"u\\u0031\",\"id\":-0,\"x\":{\"uid\":\"no\"}},{\"id\":123456789012345678901},"
            + "{\"uid\":null,\"id\":1.0},[{\"uid\":\"no\"}],{\"id\":{\"uid\":\"no\"}}]";
    assertThat(BothWays.shapes(BothWays.BARE_LIST).skim(response(200, rows), List.of("x")))
        .hasValueSatisfying(
            s ->
                assertThat(s.rows())
                    .hasValueSatisfying(
                        ids -> {
                          assertThat(ids.uids()).containsExactly("u1");
                          assertThat(ids.ids()).containsExactly("0", "123456789012345678901");
                        }));
    both.agree(BothWays.BARE_LIST, BothWays.fields(List.of("x")), bytes(rows));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // envelopes with less in them, and with something else
        "enveloped_get|{\"status\":200,\"data\":{\"x\":1},\"x\":1}",
        "enveloped_get|{\"status\":200,\"pagination\":{}}",
        "enveloped_get|{\"status\":200,\"data\":null}",
        "enveloped_get|{\"status\":200,\"data\":1}",
        "enveloped_get|{\"uid\":\"u\",\"x\":1,\"y\":2}",
        "enveloped_get|{\"status\":200,\"message\":\"m\"}",
        "enveloped_get|{\"message\":\"m\"}",
        // notices, and what is as small as one
        "bare_get|{\"status\":202,\"message\":\"m\"}",
        "bare_get|{\"status\":202}",
        "bare_get|{}",
        "bare_get|{\"x\":1,\"y\":2}",
        // no object or array
        "bare_get|null",
        "bare_get|\"x\"",
        "bare_get|17",
        "bare_get|1e400",
        // numbers with an exponent, shown or not
        "bare_list|[1e2]",
        "bare_list|[{\"x\":1.5E-7}]",
        "bare_list|[{\"png\":[{\"x\":1e99999999999}]}]",
        "enveloped_list|{\"data\":[],\"pagination\":{\"x\":1e99999999999}}",
        // spaces around
        "bare_list|` [1]`",
        // not one JSON value
        "bare_list|[1] [2]",
        "bare_list|[1]]",
        "bare_list|[1",
        "bare_list|[1,]",
        "bare_list|[{\"x\":1]",
        "bare_list|[{\"x\":\"\\q\"}]",
        "bare_list|[{\"png\":\"\\u12g4\"}]",
        "bare_list|[{\"x\":01}]",
        "bare_list|[{\"x\":1.}]",
        "bare_list|[{\"x\"}]",
        "bare_list|[{x:1}]",
        "bare_list|[NaN]",
        "bare_list|[tru]",
        "bare_list|<html>",
        // a name twice, at any place
        "enveloped_get|{\"data\":{\"x\":1},\"data\":{\"x\":2}}",
        "enveloped_get|{\"status\":1,\"data\":{\"x\":1},\"status\":2}",
        "enveloped_get|{\"data\":[],\"pagination\":{\"x\":1,\"x\":2}}",
        "bare_get|{\"x\":1,\"y\":2,\"z\":3,\"x\":4}",
        "bare_list|[{\"x\":1,\"\\u0078\":1}]",
        "bare_list|[{\"y\":[{\"x\":{\"u\":1},\"v\":2,\"x\":1}]}]",
        "bare_list|[{\"png\":{\"x\":1,\"x\":1}}]",
        "bare_list|[{\"secret_key\":[{\"x\":1,\"x\":1}]}]",
      })
  void whatIsRareOrMalformedIsLeftToTheTree(String tool, String body) {
    assertThat(BothWays.shapes(tool).skim(response(200, body), List.of())).isEmpty();
    both.agreeExactly(tool, Json.object(), bytes(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\n1]", "[1,\r\n2]", "[{\"x\":\t1}]", "[{\"png\":1,\n\"x\":2\n}]"})
  void anAnswerOnSeveralLinesLeavesOnOne(String body) {
    Result result = both.answered(BothWays.BARE_LIST, Json.object(), bytes(body));
    assertThat(BothWays.text(result)).doesNotContain("\n", "\r", "\t");
    both.agree(BothWays.BARE_LIST, Json.object(), bytes(body));
  }

  @Test
  void bytesThatAreNotTextAreLeftToTheTree() {
    byte[] body = {'[', '"', (byte) 0xc3, '"', ']'};
    both.agreeExactly(BothWays.BARE_LIST, Json.object(), body);
    assertThat(both.answered(BothWays.BARE_LIST, Json.object(), body).isError()).isTrue();
  }

  @Test
  void whatIsTooDeepIsRefused() {
    String body = "[".repeat(Json.MAX_DEPTH + 1) + "]".repeat(Json.MAX_DEPTH + 1);
    assertThat(both.answered(BothWays.BARE_LIST, Json.object(), bytes(body)).isError()).isTrue();
    String deep = body.substring(1, body.length() - 1);
    assertThat(data(BothWays.BARE_LIST, List.of(), deep)).isEqualTo(deep);
  }

  @Test
  void namesOfOneObjectMayBeManyAndComeAgainInAnother() {
    StringBuilder record = new StringBuilder("{");
    for (int i = 0; i < 1000; i++) {
      record.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":{\"n1\":[{\"n2\":0}]}");
    }
    String rows = "[" + record + "}," + record + "}]";
    assertThat(data(BothWays.BARE_LIST, List.of(), rows)).isEqualTo(rows);
    String twice = "[" + record + ",\"n500\":1}]";
    assertThat(both.answered(BothWays.BARE_LIST, Json.object(), bytes(twice)).isError()).isTrue();
  }

  @Test
  void namesChosenToCollideAreNotSearchedForLong() {
    StringBuilder record = new StringBuilder("{\"x\":1");
    for (int i = 0; i < 1 << 8; i++) {
      record.append(",\"");
      for (int bit = 0; bit < 8; bit++) {
        record.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      record.append("\":1");
    }
    String rows = "[" + record + "}]";
    assertThat(BothWays.shapes(BothWays.BARE_LIST).skim(response(200, rows), List.of())).isEmpty();
    both.agreeExactly(BothWays.BARE_LIST, Json.object(), bytes(rows));
  }

  /** What the pass leaves, as it stands under {@code data} in the text and in the object. */
  private String data(String tool, List<String> fields, String body) {
    JsonText data = BothWays.shapes(tool).skim(response(200, body), fields).orElseThrow().data();
    byte[] written = new byte[data.length()];
    assertThat(data.write(written, 0)).isEqualTo(written.length);
    String text = new String(written, StandardCharsets.UTF_8);
    assertThat(BothWays.text(both.answered(tool, BothWays.fields(fields), bytes(body))))
        .contains("\"structuredContent\":{\"data\":" + text);
    return text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
