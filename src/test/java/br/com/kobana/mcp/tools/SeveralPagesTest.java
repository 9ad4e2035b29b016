package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.prepare;
import static br.com.kobana.mcp.tools.Samples.query;
import static br.com.kobana.mcp.tools.Samples.response;
import static br.com.kobana.mcp.tools.Samples.structured;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit above what the API returns at once. */
class SeveralPagesTest {
  private static final ToolCalls CALLS = Samples.calls();
  private final List<String> asked = new ArrayList<>();

  @Test
  void limitWithinOnePageIsOneRequest() {
    assertThat(rows(run("{\"limit\":50}", 130))).hasSize(50);
    assertThat(asked).containsExactly("1/50");
  }

  @Test
  void limitOverThePageIsMetFromThePagesItNeeds() {
    JsonNode page = structured(run("{\"limit\":120}", 130));

    assertThat(numbers(page.path("data"))).isEqualTo(IntStream.range(0, 120).boxed().toList());
    assertThat(asked).containsExactly("1/50", "2/50", "3/50");
    assertThat(page.at("/meta/next_cursor").isTextual()).isTrue();
  }

  @Test
  void shortPageEndsTheReading() {
    JsonNode page = structured(run("{\"limit\":200}", 70));

    assertThat(page.path("data")).hasSize(70);
    assertThat(asked).containsExactly("1/50", "2/50");
    assertThat(page.at("/meta/next_cursor").isNull()).isTrue();
  }

  @Test
  void atMostFourPagesAreRead() {
    run("{\"limit\":200}", 1000);
    assertThat(asked).containsExactly("1/50", "2/50", "3/50", "4/50");
  }

  @Test
  void filtersGoWithEveryPage() {
    Prepared.Send first = first("{\"limit\":100,\"filters\":{\"txid\":\"t\"}}");
    Prepared second = CALLS.proceed(first.plan(), answer(first.request(), 130));

    assertThat(query(((Prepared.Send) second).request()).toString())
        .isEqualTo("{txid=t, page=2, per_page=50}");
  }

  @Test
  void heavyFieldsStayOutOfEveryPageAndFieldsHoldForAll() {
    String body =
        "{\"data\":["
            + "{\"i\":1,\"qrcode\":{\"png\":\"x\"}},".repeat(49)
            + "{\"i\":1,\"qrcode\":{\"png\":\"x\"}}]}";
    Prepared.Send send = first("{\"limit\":100,\"fields\":[\"i\",\"qrcode\"]}");
    Prepared.Send second = (Prepared.Send) CALLS.proceed(send.plan(), response(200, body));
    Result result = ((Prepared.Done) CALLS.proceed(second.plan(), response(200, body))).result();

    assertThat(structured(result).path("data")).hasSize(100);
    assertThat(structured(result).path("data"))
        .allMatch(row -> row.toString().equals("{\"i\":1,\"qrcode\":{}}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 401, 500, 204})
  void laterPageThatFailsLeavesWhatWasRead(int status) {
    Prepared.Send first = first("{\"limit\":150}");
    Prepared.Send second =
        (Prepared.Send) CALLS.proceed(first.plan(), answer(first.request(), 130));
    Result result = ((Prepared.Done) CALLS.proceed(second.plan(), response(status, ""))).result();

    assertPartial(result);
  }

  @Test
  void laterPageThatNeverCameOrIsNoJsonLeavesWhatWasRead() {
    Prepared.Send first = first("{\"limit\":150}");
    Prepared.Send second =
        (Prepared.Send) CALLS.proceed(first.plan(), answer(first.request(), 130));

    assertPartial(
        CALLS.conclude(second.plan(), new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true)));
    assertPartial(((Prepared.Done) CALLS.proceed(second.plan(), response(200, "<html>"))).result());
  }

  @Test
  void firstPageThatFailsIsAnError() {
    Prepared.Send first = first("{\"limit\":150}");
    Result result = ((Prepared.Done) CALLS.proceed(first.plan(), response(500, ""))).result();

    assertThat(object(result).path("isError").asBoolean()).isTrue();
  }

  /** Whatever the limit and the length of the list, going on brings every row once, in order. */
  @Property(tries = 60)
  void cursorsBringEveryRowOnce(
      @ForAll @IntRange(min = 1, max = 200) int limit, @ForAll @IntRange(max = 450) int length) {
    List<Integer> seen = new ArrayList<>();
    String cursor = "";
    int calls = 0;
    do {
      String more = cursor.isEmpty() ? "" : ",\"cursor\":\"" + cursor + "\"";
      asked.clear();
      JsonNode page = structured(run("{\"limit\":" + limit + more + "}", length));
      assertThat(page.path("data").size()).isLessThanOrEqualTo(limit);
      assertThat(asked.size()).isLessThanOrEqualTo(ListPage.MOST_PAGES);
      seen.addAll(numbers(page.path("data")));
      cursor = page.at("/meta/next_cursor").asText("");
      cursor = page.at("/meta/next_cursor").isNull() ? "" : cursor;
      calls++;
    } while (!cursor.isEmpty() && calls < 1000);
    assertThat(seen).isEqualTo(IntStream.range(0, length).boxed().toList());
  }

  private static void assertPartial(Result result) {
    ObjectNode whole = object(result);
    JsonNode page = whole.path("structuredContent");
    assertThat(whole.has("isError")).isFalse();
    assertThat(page.path("data")).hasSize(50);
    assertThat(page.at("/meta/partial").asBoolean()).isTrue();
    assertThat(whole.at("/content/1/text").asText())
        .startsWith("Only the first 50 rows could be read: ")
        .endsWith(". The rest starts at meta.next_cursor.");
    String cursor = page.at("/meta/next_cursor").textValue();
    Prepared.Send onward = first("{\"limit\":150,\"cursor\":\"" + cursor + "\"}");
    assertThat(query(onward.request())).containsEntry("page", "2").containsEntry("per_page", "50");
  }

  /** Runs a call against a list of so many rows, until it is over. */
  private Result run(String arguments, int length) {
    Prepared prepared = first(arguments);
    while (prepared instanceof Prepared.Send send) {
      Map<String, String> query = query(send.request());
      asked.add(query.get("page") + "/" + query.get("per_page"));
      prepared = CALLS.proceed(send.plan(), answer(send.request(), length));
    }
    return ((Prepared.Done) prepared).result();
  }

  private static Prepared.Send first(String arguments) {
    return (Prepared.Send) prepare(CALLS, Samples.PIX_LIST, arguments);
  }

  /** What an API with rows numbered from 0 answers. */
  private static UpstreamResponse answer(UpstreamRequest request, int length) {
    Map<String, String> query = query(request);
    int size = Integer.parseInt(query.get("per_page"));
    int from = (Integer.parseInt(query.get("page")) - 1) * size;
    ObjectNode body = Json.object().put("status", 200);
    ArrayNode rows = body.putArray("data");
    for (int i = from; i < Math.min(length, from + size); i++) {
      rows.addObject().put("i", i);
    }
    return response(200, Json.text(body));
  }

  private static JsonNode rows(Result result) {
    return structured(result).path("data");
  }

  private static List<Integer> numbers(JsonNode rows) {
    List<Integer> numbers = new ArrayList<>();
    rows.forEach(row -> numbers.add(row.path("i").intValue()));
    return numbers;
  }
}
