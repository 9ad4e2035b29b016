package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.http.HttpCall;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.observe.UpstreamTracer;
import br.com.kobana.mcp.protocol.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.Test;

/** The routes with recording stand-ins for the stages: what they say about order and direction. */
class PipelineRouteTest extends CamelTestSupport {
  private static final List<String> STAGES =
      List.of("guard", "authenticate", "accept", "negotiate", "agree", "throttle", "answer");
  private static final List<String> OTHERS =
      List.of(
          "refuseStream",
          "status",
          "countAddress",
          "metadata",
          "serverMetadata",
          "ping",
          "discover",
          "initialize",
          "listTools",
          "prepareToolCall",
          "confirmToolCall",
          "guardToolCall",
          "concludeToolCall",
          "listResourceTemplates",
          "prepareResourceRead",
          "concludeResourceRead",
          "prepareResourceList",
          "concludeResourceList",
          "listPrompts",
          "getPrompt",
          "complete");

  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, Object> prepared = new ConcurrentHashMap<>();

  @Override
  protected CamelContext createCamelContext() throws Exception {
    CamelContext camel = super.createCamelContext();
    List<String> all = new ArrayList<>(STAGES);
    all.addAll(OTHERS);
    for (String bean : all) {
      Processor recording = exchange -> ran.add(bean);
      camel.getRegistry().bind(bean, Processor.class, recording);
    }
    camel
        .getRegistry()
        .bind(
            "prepareToolCall",
            Processor.class,
            (Processor)
                exchange -> {
                  ran.add("prepareToolCall");
                  exchange.setProperty(Properties.UPSTREAM, true);
                  prepared.forEach(exchange::setProperty);
                });
    camel
        .getRegistry()
        .bind(
            "concludeToolCall",
            Processor.class,
            (Processor)
                exchange -> {
                  ran.add("concludeToolCall");
                  exchange.setProperty(Properties.UPSTREAM, false);
                });
    camel.getRegistry().bind("fetched", new ResourceStages.Fetched());
    Processor refuse =
        exchange -> {
          ran.add("refuse");
          exchange.getMessage().setBody("refused");
        };
    camel.getRegistry().bind("refuse", Processor.class, refuse);
    camel
        .getRegistry()
        .bind(
            "kobana",
            new KobanaComponent(
                (request, patience) ->
                    CompletableFuture.failedFuture(new AssertionError("not in this test")),
                java.time.Duration.ofSeconds(1),
                (request, outcome) -> {},
                UpstreamTracer.NONE));
    return camel;
  }

  @Override
  protected RoutesBuilder[] createRouteBuilders() throws Exception {
    List<RoutesBuilder> builders = new ArrayList<>();
    for (String file : List.of("errors", "methods", "mcp")) {
      Resource yaml =
          PluginHelper.getResourceLoader(context)
              .resolveResource("classpath:routes/" + file + ".camel.yaml");
      builders.addAll(PluginHelper.getRoutesLoader(context).findRoutesBuilders(yaml));
    }
    return builders.toArray(new RoutesBuilder[0]);
  }

  @Override
  public boolean isUseAdviceWith() {
    return true;
  }

  private Exchange send(String mcpMethod) {
    return template.request(
        "direct:of-mcp",
        exchange -> {
          exchange.setProperty(HttpCall.PROPERTY, new NoCall());
          // As the door does: failures of other exchanges are not ours to answer.
          exchange.setProperty("requestHead", "a head");
          exchange.setProperty(Properties.MCP_METHOD, mcpMethod);
        });
  }

  private void startWithoutHttp() throws Exception {
    for (String route :
        List.of(
            "mcp",
            "mcp-root",
            "resource-metadata",
            "resource-metadata-of-mcp",
            "authorization-server-metadata")) {
      AdviceWith.adviceWith(context, route, advice -> advice.replaceFromWith("direct:of-" + route));
    }
    AdviceWith.adviceWith(
        context,
        "tools-call",
        advice -> {
          advice.weaveById("call-kobana").replace().to("mock:kobana");
          advice.weaveById("read-record").replace().to("mock:record");
        });
    context.start();
  }

  @Test
  void stagesRunInTheirOrderAroundTheMethod() throws Exception {
    startWithoutHttp();
    send("ping");
    assertThat(ran)
        .containsExactly(
            "guard", "authenticate", "accept", "negotiate", "agree", "throttle", "ping", "answer");
  }

  @Test
  void aToolCallIsPreparedSentAndConcluded() throws Exception {
    startWithoutHttp();
    MockEndpoint kobana = getMockEndpoint("mock:kobana");
    kobana.expectedMessageCount(1);
    send("tools/call");
    kobana.assertIsSatisfied();
    assertThat(ran)
        .containsSubsequence("prepareToolCall", "concludeToolCall", "answer")
        .doesNotContain("confirmToolCall");
  }

  @Test
  void whereAPersonDecidesTheRecordIsReadAndNothingSentBefore() throws Exception {
    prepared.putAll(
        Map.of(Properties.CONFIRM, true, Properties.RECORD, true, Properties.UPSTREAM, false));
    startWithoutHttp();
    getMockEndpoint("mock:record").expectedMessageCount(1);
    getMockEndpoint("mock:kobana").expectedMessageCount(0);
    send("tools/call");
    MockEndpoint.assertIsSatisfied(context);
    assertThat(ran)
        .containsSubsequence("prepareToolCall", "confirmToolCall", "answer")
        .doesNotContain("concludeToolCall");
  }

  @Test
  void aCallWithoutARecordReadsNone() throws Exception {
    prepared.putAll(
        Map.of(Properties.CONFIRM, true, Properties.RECORD, false, Properties.UPSTREAM, false));
    startWithoutHttp();
    getMockEndpoint("mock:record").expectedMessageCount(0);
    send("tools/call");
    MockEndpoint.assertIsSatisfied(context);
    assertThat(ran).contains("confirmToolCall");
  }

  @Test
  void whatIsNoKnownMethodRunsNothing() throws Exception {
    startWithoutHttp();
    send("");
    assertThat(ran)
        .containsExactly(
            "guard", "authenticate", "accept", "negotiate", "agree", "throttle", "answer");
  }

  @Test
  void aStageThatRefusesIsTheLastOne() throws Exception {
    Processor refusing =
        exchange -> {
          throw new IllegalStateException("no");
        };
    context.getRegistry().bind("authenticate", Processor.class, refusing);
    startWithoutHttp();
    AdviceWith.adviceWith(
        context, "mcp", advice -> advice.weaveById("authenticate").replace().process(refusing));
    send("ping");
    assertThat(ran).containsExactly("guard", "refuse");
  }

  @Test
  void aGetOfTheRootIsTheStatusAndAllElseAMessage() throws Exception {
    startWithoutHttp();
    template.request(
        "direct:of-mcp-root", exchange -> exchange.setProperty(Properties.HTTP_METHOD, "GET"));
    assertThat(ran).containsExactly("guard", "authenticate", "refuseStream", "status");
    ran.clear();
    template.request(
        "direct:of-mcp-root", exchange -> exchange.setProperty(Properties.HTTP_METHOD, "POST"));
    assertThat(ran).startsWith("guard", "authenticate", "accept");
  }

  /** A call that nobody waits for. */
  private static final class NoCall implements HttpCall {
    private final Observation observation = new Observation();

    @Override
    public Observation observation() {
      return observation;
    }

    @Override
    public RequestHead head() {
      return new RequestHead("POST", "/mcp", "127.0.0.1", name -> List.of());
    }

    @Override
    public CompletionStage<Optional<byte[]>> body() {
      return CompletableFuture.completedFuture(Optional.of("{}".getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void answer(HttpAnswer answer) {}

    @Override
    public Optional<HttpAnswer> answer() {
      return Optional.empty();
    }

    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public boolean isOverdue() {
      return false;
    }

    @Override
    public long millisLeft() {
      return 1000;
    }

    @Override
    public void resume(Runnable continuation) {
      continuation.run();
    }

    @Override
    public boolean isHome() {
      return true;
    }
  }
}
