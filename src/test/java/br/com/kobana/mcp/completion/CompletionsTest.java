package br.com.kobana.mcp.completion;

import static br.com.kobana.mcp.SmallCatalogue.CHARGE;
import static br.com.kobana.mcp.SmallCatalogue.FULL;
import static br.com.kobana.mcp.SmallCatalogue.LOGIN;
import static br.com.kobana.mcp.SmallCatalogue.READER;
import static br.com.kobana.mcp.SmallCatalogue.json;
import static br.com.kobana.mcp.SmallCatalogue.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.RecordType;
import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.prompts.Prompt;
import br.com.kobana.mcp.prompts.PromptBook;
import br.com.kobana.mcp.prompts.Prompts;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionsTest {
  private static final PromptBook BOOK = PromptBook.fromClassPath();
  private static final String BILLETS = "kobana://banking/charge/bank_billets/{uid}";
  private static final String COMMANDS = "kobana://banking/charge/pix/{pix_uid}/commands/{id}";

  /** The evening of Monday 30 November in Brasília, December already in UTC. */
  private Instant now = Instant.parse("2026-12-01T01:30:00Z");

  private final Catalog catalog = catalog();
  private final SeenIds seen = new SeenIds(catalog, () -> now);
  private final Completions completions =
      new Completions(
          catalog,
          BOOK,
          new Prompts(BOOK, catalog, SmallCatalogue.cursors(), 50, () -> now),
          seen,
          () -> now);

  /** The small catalogue with the rest of the tools that the prompts name. */
  private static Catalog catalog() {
    Catalog small = SmallCatalogue.catalog();
    List<Tool> tools = new ArrayList<>(small.tools());
    BOOK.prompts().stream()
        .flatMap(p -> Stream.of(p.needs(), p.needsAny(), p.optional()).flatMap(List::stream))
        .distinct()
        .filter(name -> small.tool(name).isEmpty())
        .forEach(
            name ->
                tools.add(
                    name.endsWith("_list")
                        ? SmallCatalogue.list(name, "/x", "scope." + name)
                        : SmallCatalogue.write(name, "/x", "scope." + name)));
    return new Catalog(tools, small.recordTypes(), Map.of());
  }

  private RecordType type(String name) {
    return catalog.recordTypes().stream()
        .filter(t -> t.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode complete(Caller caller, String params) {
    Result result = completions.complete(caller, params(params));
    assertThat(result.kind()).isEqualTo(Result.Kind.COMPLETE);
    return SmallCatalogue.members(result).path("completion");
  }

  private List<String> values(Caller caller, String params) {
    List<String> values = new ArrayList<>();
    complete(caller, params).path("values").forEach(v -> values.add(v.textValue()));
    return values;
  }

  private static String prompt(String name, String argument, String typed) {
    return "{'ref':{'type':'ref/prompt','name':'%s'},'argument':{'name':'%s','value':'%s'}}"
        .formatted(name, argument, typed);
  }

  private static String template(String uri, String variable, String typed, String context) {
    return ("{'ref':{'type':'ref/resource','uri':'%s'},"
            + "'argument':{'name':'%s','value':'%s'},'context':{'arguments':%s}}")
        .formatted(uri, variable, typed, context);
  }

  private String refused(Caller caller, Optional<ObjectNode> params) {
    Refusal refusal =
        catchThrowableOfType(Refusal.class, () -> completions.complete(caller, params));
    assertThat(refusal.status()).isEqualTo(200);
    assertThat(refusal.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
    return refusal.error().orElseThrow().message();
  }

  private static ObjectNode row(String singleQuoted) {
    return (ObjectNode) json(singleQuoted);
  }

  @Test
  void anArgumentWithValuesIsCompletedFromThem() {
    assertThat(complete(FULL, prompt("banking_overdue_collection", "channel", "")))
        .isEqualTo(json("{'values':['email','sms'],'total':2,'hasMore':false}"));
    assertThat(values(FULL, prompt("banking_overdue_collection", "channel", "S")))
        .containsExactly("sms");
  }

  @Test
  void valuesThatNeedAToolAreOfferedToThoseWhoCanRunIt() {
    assertThat(values(READER, prompt("banking_overdue_collection", "channel", ""))).isEmpty();
  }

  @Test
  void moreThanAHundredValuesAreCutAndCounted() {
    seen.record(FULL, type("bank_billet"), IntStream.range(0, 300).mapToObj(i -> "b" + i).toList());
    JsonNode completion = complete(FULL, template(BILLETS, "uid", "b", "{}"));
    assertThat(completion.path("values")).hasSize(100);
    assertThat(completion.path("values").path(0).asText()).isEqualTo("b0");
    assertThat(completion.path("total").intValue()).isEqualTo(300);
    assertThat(completion.path("hasMore").booleanValue()).isTrue();
  }

  @Test
  void exactlyAHundredValuesAreAll() {
    seen.record(FULL, type("bank_billet"), IntStream.range(0, 100).mapToObj(i -> "b" + i).toList());
    JsonNode completion = complete(FULL, template(BILLETS, "uid", "", "{}"));
    assertThat(completion.path("values")).hasSize(100);
    assertThat(completion.path("hasMore").booleanValue()).isFalse();
  }

  @Test
  void eventCodesAreCompletedSegmentBySegment() {
    assertThat(values(FULL, prompt("banking_webhook_health", "event_code", "pay")))
        .containsExactly("payment.");
    assertThat(values(FULL, prompt("banking_webhook_health", "event_code", "payment.")))
        .contains("payment.pix.")
        .allMatch(v -> v.startsWith("payment."));
    assertThat(values(FULL, prompt("banking_webhook_health", "event_code", "bank_billet.pai")))
        .containsExactly("bank_billet.paid");
  }

  @Test
  void daysAreThoseOfBrasiliasCalendar() {
    assertThat(values(FULL, prompt("banking_overdue_collection", "due_before", "")))
        .containsExactly("2026-11-30", "2026-11-29", "2026-11-01", "2026-10-01", "2026-10-31");
    assertThat(values(FULL, prompt("banking_overdue_collection", "due_before", "2026-10")))
        .containsExactly("2026-10-01", "2026-10-31");
  }

  @Test
  void scheduledDaysAreTodayAndTheNextOnWhichBanksWork() {
    now = Instant.parse("2026-12-23T15:00:00Z");
    assertThat(values(FULL, prompt("banking_pay_pix_qrcode", "scheduled_to", "")))
        .containsExactly(
            "2026-12-23", "2026-12-24", "2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31");
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> everyArgument() {
    return BOOK.prompts().stream()
        .flatMap(
            p ->
                p.arguments().stream()
                    .map(a -> org.junit.jupiter.params.provider.Arguments.of(p.name(), a)));
  }

  @ParameterizedTest
  @MethodSource("everyArgument")
  void everyArgumentOfEveryPromptIsAnswered(String name, Prompt.Argument argument) {
    JsonNode completion = complete(FULL, prompt(name, argument.name(), ""));
    boolean hasValues =
        !(argument.suggestion() instanceof Prompt.Suggestion.None
            || argument.suggestion() instanceof Prompt.Suggestion.Records);
    assertThat(completion.path("total").intValue() > 0).isEqualTo(hasValues);
    assertThat(completion.path("hasMore").isBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"payer_document", "payer_name", "amount", "message"})
  void personalDataAndAmountsAreNeverSuggested(String argument) {
    seen.recordRows(
        FULL,
        type("customer"),
        RowIds.of(List.of(row("{'uid':'c1','person_name':'Ana','cnpj_cpf':'123.456.789-09'}"))));
    assertThat(complete(FULL, prompt("banking_pix_charge", argument, "")))
        .isEqualTo(json("{'values':[],'total':0,'hasMore':false}"));
  }

  @Test
  void idsOfRecordsComeFromWhatThisCallerWasShownNewestFirst() {
    seen.recordRows(FULL, type("bank_billet"), RowIds.of(List.of(row("{'uid':'u2','id':2}"))));
    seen.recordRows(
        FULL,
        type("bank_billet"),
        RowIds.of(List.of(row("{'uid':'u3','id':3}"), row("{'uid':'u2','id':2}"))));
    assertThat(values(FULL, template(BILLETS, "uid", "", "{}"))).containsExactly("u3", "u2");
    assertThat(values(READER, template(BILLETS, "uid", "", "{}"))).isEmpty();
    assertThat(values(SmallCatalogue.onSubAccount(FULL, "a1"), template(BILLETS, "uid", "", "{}")))
        .isEmpty();
  }

  @Test
  void recordsWithoutAUidAreNamedByTheirNumber() {
    seen.recordRows(FULL, type("bank_billet"), RowIds.of(List.of(row("{'id':7}"))));
    assertThat(values(FULL, template(BILLETS, "uid", "", "{}"))).containsExactly("7");
  }

  @Test
  void idsAreForgottenAfterAShortTime() {
    seen.record(FULL, type("bank_billet"), List.of("u1"));
    now = now.plus(SeenIds.KEPT).minus(Duration.ofSeconds(1));
    seen.record(FULL, type("pix"), List.of("p1"));
    assertThat(values(FULL, template(BILLETS, "uid", "", "{}"))).containsExactly("u1");
    now = now.plusSeconds(1);
    assertThat(values(FULL, template(BILLETS, "uid", "", "{}"))).isEmpty();
    assertThat(values(FULL, template("kobana://banking/charge/pix/{uid}", "uid", "", "{}")))
        .containsExactly("p1");
  }

  @Test
  void whatACallerNoLongerMayReadIsNoLongerSuggested() {
    seen.record(FULL, type("financial_account"), List.of("f1"));
    String asked = prompt("banking_pay_pix_qrcode", "financial_account_uid", "");
    assertThat(values(FULL, asked)).containsExactly("f1");
    Set<String> scopes =
        new java.util.HashSet<>(
            BOOK.prompt("banking_pay_pix_qrcode").orElseThrow().needs().stream()
                .map(n -> "scope." + n)
                .toList());
    scopes.add("write");
    assertThat(values(SmallCatalogue.caller(FULL.principal(), scopes), asked)).isEmpty();
  }

  @Test
  void nestedIdsNeedTheIdTheyBelongTo() {
    Tool list = catalog.tool("banking_charge_pix_command_list").orElseThrow();
    seen.recordList(
        FULL, list, row("{'pix_uid':'p1'}"), RowIds.of(List.of(row("{'id':12,'uid':'c12'}"))));
    seen.recordList(FULL, list, row("{'pix_uid':'p2'}"), RowIds.of(List.of(row("{'id':13}"))));
    assertThat(values(FULL, template(COMMANDS, "id", "", "{'pix_uid':'p1'}")))
        .containsExactly("12");
    assertThat(values(FULL, template(COMMANDS, "id", "", "{'pix_uid':'p2'}")))
        .containsExactly("13");
    assertThat(values(FULL, template(COMMANDS, "id", "", "{}"))).isEmpty();
    assertThat(values(FULL, template(COMMANDS, "id", "", "{'pix_uid':'p3'}"))).isEmpty();
  }

  @Test
  void theOuterIdOfANestedTemplateIsThatOfItsParentsType() {
    seen.recordRows(FULL, type("pix"), RowIds.of(List.of(row("{'uid':'p1'}"))));
    seen.recordRows(FULL, type("financial_account"), RowIds.of(List.of(row("{'uid':'f1'}"))));
    assertThat(values(FULL, template(COMMANDS, "pix_uid", "p", "{}"))).containsExactly("p1");
    assertThat(
            values(
                FULL,
                template(
                    "kobana://banking/financial/accounts/{account_uid}/balances/{uid}",
                    "account_uid",
                    "",
                    "{'other':'x'}")))
        .containsExactly("f1");
  }

  @Test
  void variablesWithATableAreCompletedFromIt() {
    assertThat(
            values(
                FULL,
                template(
                    "kobana://banking/system/imports/{collection_name}/{uid}",
                    "collection_name",
                    "cust",
                    "{}")))
        .containsExactly("customers", "customer_subscriptions");
  }

  @Test
  void aListToolFillsTheCacheOfItsType() {
    Tool list = catalog.tool("banking_charge_pix_list").orElseThrow();
    seen.recordList(
        FULL,
        list,
        row("{}"),
        RowIds.of(List.of(row("{'uid':'p9'}"), row("{'uid':''}"), row("{}"))));
    assertThat(values(FULL, template("kobana://banking/charge/pix/{uid}", "uid", "", "{}")))
        .containsExactly("p9");
  }

  @Test
  void anotherToolFillsNothing() {
    Tool tool = catalog.tool("banking_payment_batch_list").orElseThrow();
    seen.recordList(FULL, tool, row("{}"), RowIds.of(List.of(row("{'uid':'x'}"))));
    catalog
        .recordTypes()
        .forEach(t -> assertThat(seen.of(FULL, t.name(), "uid", Map.of())).isEmpty());
  }

  @Test
  void aCallersMemoryIsBounded() {
    Tool list = catalog.tool("banking_charge_pix_command_list").orElseThrow();
    for (int i = 0; i <= SeenIds.MAX_LISTS; i++) {
      seen.recordList(
          FULL, list, row("{'pix_uid':'p" + i + "'}"), RowIds.of(List.of(row("{'id':" + i + "}"))));
    }
    assertThat(values(FULL, template(COMMANDS, "id", "", "{'pix_uid':'p0'}"))).isEmpty();
    assertThat(values(FULL, template(COMMANDS, "id", "", "{'pix_uid':'p64'}")))
        .containsExactly("64");
    seen.record(FULL, type("pix"), IntStream.range(0, 1000).mapToObj(i -> "p" + i).toList());
    assertThat(seen.of(FULL, "pix", "uid", Map.of())).hasSize(SeenIds.MAX_IDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'ref':5,'argument':{'name':'a','value':''}}",
        "{'ref':{'type':'ref/tool','name':'x'},'argument':{'name':'a','value':''}}",
        "{'ref':{'name':'banking_overdue_collection'},'argument':{'name':'channel','value':''}}",
        "{'ref':{'type':'ref/prompt'},'argument':{'name':'channel','value':''}}",
        "{'ref':{'type':'ref/prompt','name':'nope'},'argument':{'name':'channel','value':''}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'name':'channel'}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'value':''}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'name':'channel','value':5}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'name':'nope','value':''}}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'name':'channel','value':''},'context':5}",
        "{'ref':{'type':'ref/prompt','name':'banking_overdue_collection'},'argument':{'name':'channel','value':''},'context':{'arguments':{'a':5}}}",
        "{'ref':{'type':'ref/resource','uri':5},'argument':{'name':'uid','value':''}}",
        "{'ref':{'type':'ref/resource','uri':'file:///{uid}'},'argument':{'name':'uid','value':''}}",
        "{'ref':{'type':'ref/resource','uri':'kobana://banking/charge/bank_billets/7'},'argument':{'name':'uid','value':''}}",
        "{'ref':{'type':'ref/resource','uri':'kobana://banking/charge/bank_billets/{uid}'},'argument':{'name':'id','value':''}}"
      })
  void whatIsNotAProperRequestIsInvalidParams(String params) {
    assertThat(refused(FULL, params(params))).isNotBlank();
  }

  @Test
  void noParamsAtAllIsInvalidParams() {
    assertThat(refused(FULL, Optional.empty())).contains("ref");
  }

  @Test
  void promptsAndTemplatesOfOthersDoNotExist() {
    assertThat(
            refused(
                CHARGE, params(template("kobana://banking/crm/customers/{uid}", "uid", "", "{}"))))
        .isEqualTo(refused(FULL, params(template("kobana://nope/{uid}", "uid", "", "{}"))));
    assertThat(refused(LOGIN, params(prompt("banking_overdue_collection", "channel", ""))))
        .isEqualTo(refused(FULL, params(prompt("nope", "channel", ""))));
  }
}
