package br.com.kobana.mcp.resources;

import static br.com.kobana.mcp.SmallCatalogue.members;
import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceListsTest {
  private static final Optional<ObjectNode> FIRST = Optional.empty();
  private Instant now = Instant.parse("2026-11-30T12:00:00Z");
  private final List<String> seen = new ArrayList<>();
  private final ResourceLists lists = lists(2, 2);

  private ResourceLists lists(int types, int newest) {
    return new ResourceLists(
        SmallCatalogue.catalog(),
        SmallCatalogue.cursors(),
        new ResourceLists.Sizes(types, newest),
        () -> now,
        (caller, type, rows) ->
            seen.add(caller.principal() + " " + type.name() + " " + rows.uids()));
  }

  private static Outcome rows(String singleQuoted) {
    return answered(200, Json.text(SmallCatalogue.json(singleQuoted)));
  }

  private static Outcome answered(int status, String body) {
    return new Outcome.Answered(
        new UpstreamResponse(status, Map.of(), body.getBytes(StandardCharsets.UTF_8)));
  }

  private static Outcome failed() {
    return new Outcome.Failed(new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true));
  }

  private Result page(Caller caller, Outcome... outcomes) {
    return lists.conclude(lists.prepare(caller, FIRST), List.of(outcomes));
  }

  private static JsonNode resources(Result result) {
    return members(result).path("resources");
  }

  private static Optional<ObjectNode> after(Result result) {
    return Optional.of(Json.object().put("cursor", members(result).path("nextCursor").textValue()));
  }

  @Test
  void aPageCostsOneCallForEachTypeInCatalogueOrder() {
    ResourceLists.Plan plan = lists.prepare(SmallCatalogue.FULL, FIRST);
    assertThat(plan.types()).extracting(RecordType::name).containsExactly("bank_billet", "pix");
    assertThat(plan.requests())
        .extracting(UpstreamRequest::path)
        .containsExactly("/v1/bank_billets", "/v2/charge/pix");
    assertThat(plan.requests())
        .allSatisfy(
            r -> {
              assertThat(r.method()).isEqualTo("GET");
              assertThat(r.write()).isFalse();
              assertThat(r.query()).containsExactly(new UpstreamRequest.Parameter("per_page", "2"));
            });
  }

  @Test
  void cursorsWalkTheTypesAndEnd() {
    Result first = page(SmallCatalogue.FULL, rows("[]"), rows("{'data':[]}"));
    ResourceLists.Plan next = lists.prepare(SmallCatalogue.FULL, after(first));
    assertThat(next.types())
        .extracting(RecordType::name)
        .containsExactly("customer", "financial_account");
    Result second = lists.conclude(next, List.of(rows("[]"), rows("{'data':[]}")));
    assertThat(members(second).has("nextCursor")).isFalse();
  }

  @Test
  void aCallerWithoutReadableTypesGetsAnEmptyPageWithoutACall() {
    ResourceLists.Plan plan = lists.prepare(SmallCatalogue.LOGIN, FIRST);
    assertThat(plan.requests()).isEmpty();
    Result result = lists.conclude(plan, List.of());
    assertThat(members(result)).isEqualTo(SmallCatalogue.json("{'resources':[]}"));
  }

  @Test
  void aRecordIsRecognisedByCustomerAmountAndDate() {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows(
                "[{'id':7,'uid':'01J9','customer_person_name':'José da Silva','amount':1234.56,"
                    + "'expire_at':'2026-08-25','updated_at':'2026-08-22T17:06:40-03:00'}]"),
            rows(
                "{'status':200,'data':[{'uid':'01JA','payer':{'name':'Ana'},'amount':'25.5',"
                    + "'expire_at':'2026-08-25T00:00:00+01:00','updated_at':null}]}"));
    assertThat(result.kind()).isEqualTo(Result.Kind.CACHEABLE);
    assertThat(resources(result).path(0))
        .isEqualTo(
            SmallCatalogue.json(
                "{'uri':'kobana://banking/charge/bank_billets/01J9','name':'bank_billet 01J9',"
                    + "'title':'Boleto: José da Silva · R$ 1.234,56 · 25/08/2026',"
                    + "'mimeType':'application/json',"
                    + "'annotations':{'lastModified':'2026-08-22T17:06:40-03:00'}}"));
    assertThat(resources(result).path(1))
        .isEqualTo(
            SmallCatalogue.json(
                "{'uri':'kobana://banking/charge/pix/01JA','name':'pix 01JA',"
                    + "'title':'pix: Ana · R$ 25,50 · 25/08/2026','mimeType':'application/json'}"));
    assertThat(result.meta().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1234567890123.45 | R$ 1.234.567.890.123,45",
        "0 | R$ 0,00",
        "-10.5 | -R$ 10,50",
        "0.005 | R$ 0,005",
        "9007199254740993 | R$ 9.007.199.254.740.993,00",
        "1e3 | R$ 1.000,00"
      })
  void amountsKeepEveryDigit(String amount, String shown) {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows("[{'uid':'1','amount':" + amount + "}]"),
            rows("{'data':[]}"));
    assertThat(resources(result).path(0).path("title").asText()).isEqualTo("Boleto: " + shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "null", "'R$ 5'", "true", "{}"})
  void whatIsNoAmountIsLeftOut(String amount) {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows("[{'uid':'1','amount':" + amount + "}]"),
            rows("{'data':[]}"));
    assertThat(resources(result).path(0).path("title").asText()).isEqualTo("Boleto 1");
  }

  @Test
  void maskedFieldsAreNeverPartOfATitle() {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows("[{'uid':'1','secret':'do not show','amount':1}]"),
            rows("{'data':[]}"));
    assertThat(Json.text(members(result))).doesNotContain("do not show");
  }

  @Test
  void aNameFromARecordStaysOnOneShortLine() {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows(
                "[{'uid':'1','customer_person_name':'a\\n\\u202eb\\u0000 c"
                    + "x".repeat(500)
                    + "'}]"),
            rows("{'data':[]}"));
    String title = resources(result).path(0).path("title").asText();
    assertThat(title)
        .startsWith("Boleto: a b c")
        .doesNotContain("\n", "\u202e")
        .hasSizeLessThan(95);
  }

  @Test
  void rowsThatDoNotTellWhichRecordTheyAreAreLeftOut() {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows("[{'amount':1},{'uid':'a/b'},{'uid':'','id':'..'},5,null]"),
            rows("{'data':[{'uid':null,'id':9}]}"));
    assertThat(resources(result).findValuesAsText("uri"))
        .containsExactly("kobana://banking/charge/pix/9");
  }

  @Test
  void noMoreThanTheNewestOfATypeAreListed() {
    Result result =
        page(
            SmallCatalogue.CHARGE,
            rows("[{'uid':'3'},{'uid':'2'},{'uid':'1'}]"),
            rows("{'data':[]}"));
    assertThat(resources(result).findValuesAsText("uri"))
        .containsExactly(
            "kobana://banking/charge/bank_billets/3", "kobana://banking/charge/bank_billets/2");
  }

  @Test
  void aTypeThatFailsLeavesTheOthersAndIsNamed() {
    for (Outcome failure :
        List.of(
            failed(),
            answered(500, "<html>"),
            answered(429, "{}"),
            answered(200, "<html>"),
            answered(200, "{}"),
            answered(204, ""))) {
      Result result = page(SmallCatalogue.CHARGE, failure, rows("{'data':[{'uid':'1'}]}"));
      assertThat(resources(result).findValuesAsText("uri"))
          .containsExactly("kobana://banking/charge/pix/1");
      assertThat(result.meta())
          .isEqualTo(SmallCatalogue.json("{'br.com.kobana/unavailable':['bank_billet']}"));
    }
  }

  @Test
  void aSecondCallWithinAMinuteNeedsNoUpstream() {
    assertThat(lists.cached(SmallCatalogue.CHARGE, FIRST)).isEmpty();
    Result result = page(SmallCatalogue.CHARGE, rows("[{'uid':'1'}]"), rows("{'data':[]}"));
    now = now.plusSeconds(59);
    assertThat(lists.cached(SmallCatalogue.CHARGE, FIRST)).contains(result);
    now = now.plusSeconds(2);
    assertThat(lists.cached(SmallCatalogue.CHARGE, FIRST)).isEmpty();
  }

  @Test
  void aPageWithAFailureIsAskedAgainSoonerUnlessTheFailureWillStay() {
    page(SmallCatalogue.CHARGE, failed(), rows("{'data':[]}"));
    now = now.plusSeconds(11);
    assertThat(lists.cached(SmallCatalogue.CHARGE, FIRST)).isEmpty();
    page(SmallCatalogue.CHARGE, answered(403, "{}"), rows("{'data':[]}"));
    now = now.plusSeconds(11);
    assertThat(lists.cached(SmallCatalogue.CHARGE, FIRST)).isPresent();
  }

  @Test
  void noCallerIsShownAnothersPage() {
    page(SmallCatalogue.FULL, rows("[{'uid':'1'}]"), rows("{'data':[]}"));
    assertThat(lists.cached(SmallCatalogue.READER, FIRST)).isEmpty();
    assertThat(lists.cached(SmallCatalogue.onSubAccount(SmallCatalogue.FULL, "a1"), FIRST))
        .isEmpty();
  }

  @Test
  void aCallerWhoseAccessShrankIsNotShownTheOldPage() {
    page(SmallCatalogue.FULL, rows("[{'uid':'1'}]"), rows("{'data':[]}"));
    Caller shrunk =
        SmallCatalogue.caller(
            SmallCatalogue.FULL.principal(), java.util.Set.of("charge.bank_billets", "read"));
    assertThat(lists.cached(shrunk, FIRST)).isEmpty();
  }

  @Test
  void eachPageIsKeptOnItsOwn() {
    Result first = page(SmallCatalogue.FULL, rows("[{'uid':'1'}]"), rows("{'data':[]}"));
    assertThat(lists.cached(SmallCatalogue.FULL, after(first))).isEmpty();
  }

  @Test
  void whatWasShownIsReportedForCompletions() {
    page(SmallCatalogue.CHARGE, rows("[{'uid':'1'},{'uid':'2'}]"), failed());
    assertThat(seen).containsExactly("charge bank_billet [1, 2]");
  }
}
