package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.answered;
import static br.com.kobana.mcp.tools.Samples.calls;
import static br.com.kobana.mcp.tools.Samples.params;
import static br.com.kobana.mcp.tools.Samples.query;
import static br.com.kobana.mcp.tools.Samples.refused;
import static br.com.kobana.mcp.tools.Samples.send;
import static br.com.kobana.mcp.tools.Samples.structured;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListPageTest {
  private static final String REFUSAL = "cursor is not one this tool issued for these filters";

  @Test
  void withoutALimitTwentyRowsAreAskedForOrTheSchemasDefault() {
    assertThat(query(send(Samples.BILLETS, "{}").request())).containsEntry("per_page", "20");
    assertThat(query(send(Samples.STATEMENT, "{\"account\":\"a\"}").request()))
        .containsEntry("per_page", "100");
  }

  @Test
  void aFullPageHasACursorToTheNext() {
    JsonNode page = structured(answered(Samples.BILLETS, "{\"limit\":2}", 200, "[{},{}]"));
    String cursor = page.at("/meta/next_cursor").textValue();
    assertThat(query(send(Samples.BILLETS, with("\"limit\":2", cursor)).request()))
        .containsEntry("page", "2")
        .containsEntry("per_page", "2");
  }

  @Test
  void aShortPageEndsTheListWhateverNextUrlSays() {
    JsonNode page =
        structured(
            answered(
                Samples.PIX_LIST,
                "{\"limit\":2}",
                200,
                "{\"status\":200,\"data\":[{}],"
                    + "\"pagination\":{\"page\":1,\"next_url\":\"/v2/charge/pix?page=2\"}}"));
    assertThat(page.path("meta").toString()).isEqualTo("{\"next_cursor\":null}");
  }

  @Test
  void aNullNextUrlEndsTheListAtAFullPage() {
    JsonNode page =
        structured(
            answered(
                Samples.PIX_LIST,
                "{\"limit\":1}",
                200,
                "{\"status\":200,\"data\":[{}],\"pagination\":{\"next_url\":null}}"));
    assertThat(page.at("/meta/next_cursor").isNull()).isTrue();
  }

  @Test
  void anAnswerThatIsNoListHasNoNextPage() {
    assertThat(structured(answered(Samples.BILLETS, "{\"limit\":1}", 200, "{\"a\":1,\"b\":2}")))
        .hasToString("{\"data\":{\"a\":1,\"b\":2},\"meta\":{\"next_cursor\":null}}");
  }

  @Test
  void aCursorCarriesItsLimit() {
    String cursor = cursorOf(Samples.BILLETS, "{\"limit\":2}", "[{},{}]");
    assertThat(query(send(Samples.BILLETS, with("", cursor)).request()))
        .containsEntry("page", "2")
        .containsEntry("per_page", "2");
    assertThat(refused(Samples.BILLETS, with("\"limit\":3", cursor))).contains(REFUSAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zzz", "", "MTox"})
  void aMadeUpCursorCanBeCorrectedByTheModel(String cursor) {
    assertThat(refused(Samples.BILLETS, with("", cursor)))
        .contains(REFUSAL + "; start again without it");
  }

  @Test
  void aCursorOpensForItsFiltersOnly() {
    String cursor =
        cursorOf(Samples.BILLETS, "{\"limit\":1,\"filters\":{\"status\":\"paid\"}}", "[{}]");
    assertThat(send(Samples.BILLETS, with("\"filters\":{\"status\":\"paid\"}", cursor)))
        .isNotNull();
    assertThat(refused(Samples.BILLETS, with("\"filters\":{\"status\":\"opened\"}", cursor)))
        .contains(REFUSAL);
    assertThat(refused(Samples.BILLETS, with("", cursor))).contains(REFUSAL);
  }

  @Test
  void aCursorOpensForItsToolPathAndCallerOnly() {
    String cursor = cursorOf(Samples.BILLETS, "{\"limit\":1}", "[{}]");
    assertThat(refused(Samples.PIX_LIST, with("", cursor))).contains(REFUSAL);
    String statement =
        cursorOf(
            Samples.STATEMENT,
            "{\"account\":\"a\"}",
            "{\"status\":200,\"data\":[],\"pagination\":{\"next_cursor\":\"k\"}}");
    assertThat(refused(Samples.STATEMENT, with("\"account\":\"b\"", statement))).contains(REFUSAL);
    Prepared other =
        calls()
            .prepare(
                Samples.caller("p-other", Set.of("all", "write")),
                params(
                    "{\"name\":\""
                        + Samples.BILLETS
                        + "\",\"arguments\":"
                        + with("", cursor)
                        + "}"));
    assertThat(other).isInstanceOf(Prepared.Done.class);
  }

  @Test
  void theOrderOfFiltersAndTheFieldsDoNotBind() {
    String cursor =
        cursorOf(
            Samples.BILLETS,
            "{\"limit\":1,\"fields\":[\"uid\"],"
                + "\"filters\":{\"status\":\"paid\",\"expire_at\":{\"lt\":\"2026-11-01\"}}}",
            "[{}]");
    assertThat(
            send(
                Samples.BILLETS,
                with(
                    "\"filters\":{\"expire_at\":{\"lte\":\"2026-10-31\"},\"status\":\"paid\"}",
                    cursor)))
        .isNotNull();
  }

  @Test
  void theStatementIsReadByKeysetAndSaysWhatIsAlwaysSent() {
    assertThat(
            query(
                    send(
                            Samples.STATEMENT,
                            "{\"account\":\"a\",\"limit\":500,\"filters\":{\"kind\":\"debit\"},"
                                + "\"fields\":[\"amount\",\"person.document_number\"]}")
                        .request())
                .toString())
        .isEqualTo(
            "{kind=debit, date_window=strict, pagination=keyset, per_page=500,"
                + " fields=amount,person}");
    String cursor =
        cursorOf(
            Samples.STATEMENT,
            "{\"account\":\"a\"}",
            "{\"status\":200,\"data\":[{}],\"pagination\":{\"next_cursor\":\"abc=:/\"}}");
    assertThat(query(send(Samples.STATEMENT, with("\"account\":\"a\"", cursor)).request()))
        .containsEntry("cursor", "abc=:/")
        .containsEntry("per_page", "100")
        .doesNotContainKey("page");
  }

  @Test
  void aKeysetEndsWithItsOwnCursor() {
    JsonNode last =
        structured(
            answered(
                Samples.STATEMENT,
                "{\"account\":\"a\",\"limit\":1}",
                200,
                "{\"status\":200,\"data\":[{}],\"pagination\":{\"next_cursor\":null}}"));
    assertThat(last.at("/meta/next_cursor").isNull()).isTrue();
  }

  @Test
  void aLimitAboveTheMostIsRefused() {
    assertThat(refused(Samples.STATEMENT, "{\"account\":\"a\",\"limit\":501}"))
        .contains("\"limit\" must be a whole number from 1 to 500");
    assertThat(refused(Samples.BILLETS, "{\"limit\":51}")).contains("\"limit\"");
    assertThat(refused(Samples.BILLETS, "{\"limit\":0}")).contains("\"limit\"");
  }

  @Test
  void anEndpointWithoutPagesIsCutHereWhenALimitIsGiven() {
    String all = "{\"status\":200,\"data\":[{\"i\":1},{\"i\":2},{\"i\":3}]}";
    assertThat(query(send(Samples.PROVIDERS, "{\"limit\":2}").request())).isEmpty();
    JsonNode whole = structured(answered(Samples.PROVIDERS, "{}", 200, all));
    assertThat(whole.path("data")).hasSize(3);
    assertThat(whole.at("/meta/next_cursor").isNull()).isTrue();
    JsonNode first = structured(answered(Samples.PROVIDERS, "{\"limit\":2}", 200, all));
    assertThat(first.path("data").toString()).isEqualTo("[{\"i\":1},{\"i\":2}]");
    JsonNode second =
        structured(
            answered(
                Samples.PROVIDERS, with("", first.at("/meta/next_cursor").textValue()), 200, all));
    assertThat(second.path("data").toString()).isEqualTo("[{\"i\":3}]");
    assertThat(second.at("/meta/next_cursor").isNull()).isTrue();
  }

  @Property(tries = 200)
  void aCursorWithAnyCharacterChangedDoesNotOpen(
      @ForAll @IntRange(max = 1000) int at, @ForAll char replacement) {
    String cursor = cursorOf(Samples.BILLETS, "{\"limit\":1}", "[{}]");
    int place = at % cursor.length();
    String forged = cursor.substring(0, place) + replacement + cursor.substring(place + 1);
    if (!forged.equals(cursor)) {
      var arguments = Json.object().put("cursor", forged);
      var params = Json.object().put("name", Samples.BILLETS);
      params.set("arguments", arguments);
      assertThat(calls().prepare(Samples.full(), Optional.of(params)))
          .isInstanceOf(Prepared.Done.class);
    }
  }

  private static String cursorOf(String tool, String arguments, String body) {
    return structured(answered(tool, arguments, 200, body)).at("/meta/next_cursor").textValue();
  }

  private static String with(String members, String cursor) {
    return "{" + members + (members.isEmpty() ? "" : ",") + "\"cursor\":\"" + cursor + "\"}";
  }
}
