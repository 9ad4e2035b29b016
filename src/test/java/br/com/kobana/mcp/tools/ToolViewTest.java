package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.calls;
import static br.com.kobana.mcp.tools.Samples.full;
import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.tools.ToolCalls.Prepared;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolViewTest {
  private static final Set<String> KNOWN = Samples.catalog().domains();
  private final ToolsList list = new ToolsList(Samples.catalog(), Samples.CURSORS, 100);

  @Test
  void withoutHeadersNothingIsTakenAway() {
    assertThat(view(List.of(), List.of())).isEqualTo(ToolView.ALL);
    assertThat(view(List.of(), List.of("false")).readOnly()).isFalse();
  }

  @Test
  void toolsetsNarrowTheListToTheirDomains() {
    assertThat(names(full(), view(List.of("crm, financial"), List.of())))
        .containsExactly(Samples.STATEMENT, Samples.PROVIDERS, Samples.CUSTOMER);
  }

  @Test
  void repeatedLinesAddUpAndLetterCaseAndSpacesDoNotCount() {
    assertThat(view(List.of(" CRM ,", "financial"), List.of()).domains())
        .contains(Set.of("crm", "financial"));
    assertThat(view(List.of(), List.of("false", "True")).readOnly()).isTrue();
  }

  @Test
  void readonlyLeavesOnlyWhatReads() {
    List<String> reads = names(full(), view(List.of(), List.of("true")));

    assertThat(reads).contains(Samples.BILLETS, Samples.PIX);
    assertThat(reads).doesNotContain(Samples.CREATE, Samples.CANCEL, Samples.PIX_CANCEL);
  }

  @Test
  void narrowingNeverWidens() {
    Caller reader = Samples.caller("p", Set.of("charge.pix", "read"));

    assertThat(names(reader, view(List.of("charge,crm,financial"), List.of())))
        .containsExactly(Samples.PIX_LIST, Samples.PIX);
    assertThat(names(reader, view(List.of("crm"), List.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "charge,payments", "all", "*", "charge.pix", "charge;crm"})
  void whatIsNoToolsetIsRefusedAndTheKnownOnesAreNamed(String line) {
    assertRefused(List.of(line), List.of(), "Known: charge, financial, crm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "yes", "true,false"})
  void readonlyIsTrueOrFalse(String line) {
    assertRefused(List.of(), List.of(line), "X-MCP-Readonly must be true or false");
  }

  @Test
  void madeUpToolsetIsShownWithoutWhatCouldHarm() {
    assertThatThrownBy(() -> view(List.of("x".repeat(500) + "12345678901"), List.of()))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              String message = r.error().orElseThrow().message();
              assertThat(message).hasSizeLessThan(200).doesNotContain("12345678901");
            });
  }

  @Test
  void toolNarrowedAwayIsUnknownToACall() {
    assertUnknown(full(), view(List.of("crm"), List.of()), Samples.BILLETS);
    assertUnknown(full(), view(List.of(), List.of("true")), Samples.CANCEL);
    assertUnknown(full(), view(List.of("crm"), List.of()), "banking_charge_boleto_get");
  }

  @Test
  void toolNarrowedAwayAsksForNoScope() {
    assertUnknown(
        Samples.caller("p", Set.of("read")), view(List.of("crm"), List.of()), Samples.BILLETS);
  }

  @Test
  void toolThatIsLeftRuns() {
    Prepared prepared =
        calls()
            .prepare(
                full(),
                view(List.of("charge"), List.of("true")),
                params("{\"name\":\"" + Samples.BILLETS + "\"}"));
    assertThat(prepared).isInstanceOf(Prepared.Send.class);
  }

  @Test
  void adviceNamesNoToolThatWasNarrowedAway() {
    Prepared.Send send =
        (Prepared.Send)
            calls()
                .prepare(
                    full(),
                    new ToolView(Optional.of(Set.of("charge")), false),
                    params("{\"name\":\"" + Samples.CANCEL + "\",\"arguments\":{\"id\":\"7\"}}"));
    UpstreamFailure failure = new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true);
    assertThat(Samples.text(calls().conclude(send.plan(), failure)))
        .contains("Check with " + Samples.BILLET);
    ReadTools reads =
        new ReadTools(Samples.catalog().tools().stream().map(CompiledTool::of).toList());
    Tool cancel = Samples.catalog().tool(Samples.CANCEL).orElseThrow();
    assertThat(reads.of(cancel, full(), new ToolView(Optional.of(Set.of("crm")), false))).isEmpty();
  }

  @Test
  void cursorOfOneViewDoesNotOpenInAnother() {
    ToolsList byTwo = new ToolsList(Samples.catalog(), Samples.CURSORS, 2);
    ToolView reads = view(List.of(), List.of("true"));
    String cursor =
        object(byTwo.list(full(), reads, Optional.empty())).path("nextCursor").toString();

    assertThat(byTwo.list(full(), reads, params("{\"cursor\":" + cursor + "}"))).isNotNull();
    assertThatThrownBy(() -> byTwo.list(full(), params("{\"cursor\":" + cursor + "}")))
        .isInstanceOf(Refusal.class);
  }

  @Property(tries = 200)
  void listedIsWhatCanBeCalled(@ForAll("views") ToolView view) {
    List<String> listed = names(full(), view);
    for (Tool tool : Samples.catalog().tools()) {
      if (!listed.contains(tool.name())) {
        assertUnknown(full(), view, tool.name());
      } else {
        assertThat(calls().prepare(full(), view, params("{\"name\":\"" + tool.name() + "\"}")))
            .isNotNull();
      }
    }
  }

  @Provide
  Arbitrary<ToolView> views() {
    return Arbitraries.of(KNOWN)
        .set()
        .optional()
        .flatMap(
            domains ->
                Arbitraries.of(true, false).map(readOnly -> new ToolView(domains, readOnly)));
  }

  private static void assertUnknown(Caller caller, ToolView view, String tool) {
    assertThatThrownBy(() -> calls().prepare(caller, view, params("{\"name\":\"" + tool + "\"}")))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(200);
              assertThat(r.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
              assertThat(r.error().orElseThrow().message()).isEqualTo("Unknown tool: " + tool);
            });
  }

  private static void assertRefused(List<String> toolsets, List<String> readonly, String says) {
    assertThatThrownBy(() -> view(toolsets, readonly))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> {
              assertThat(r.status()).isEqualTo(400);
              assertThat(r.error().orElseThrow().code()).isEqualTo(JsonRpcError.INVALID_PARAMS);
              assertThat(r.error().orElseThrow().message()).contains(says);
            });
  }

  private static ToolView view(List<String> toolsets, List<String> readonly) {
    Map<String, List<String>> lines =
        Map.of(ToolView.TOOLSETS, toolsets, ToolView.READONLY, readonly);
    return ToolView.of(
        new RequestHead("POST", "/mcp", "", name -> lines.getOrDefault(name, List.of())), KNOWN);
  }

  private List<String> names(Caller caller, ToolView view) {
    List<String> names = new ArrayList<>();
    Result result = list.list(caller, view, Optional.empty());
    object(result).path("tools").forEach(t -> names.add(t.path("name").textValue()));
    return names;
  }
}
