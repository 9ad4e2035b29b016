package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every transcript can be run and compared: nothing is left to find out in front of a gateway. */
class TranscriptsTest {
  private static final Pattern CAPTURE = Pattern.compile("«capture:([\\w.-]+)»");
  private static final Pattern NAME = Pattern.compile("wire/[a-z]+/[a-z0-9]+(-[a-z0-9]+)*\\.http");

  @TestFactory
  Stream<DynamicTest> everyTranscriptIsWellFormed() {
    return Transcripts.all().entrySet().stream()
        .map(
            t ->
                DynamicTest.dynamicTest(
                    t.getKey(),
                    () -> {
                      assertThat(t.getKey()).matches(NAME);
                      check(t.getValue());
                    }));
  }

  private static void check(Transcript transcript) throws MalformedJson {
    Variables variables = new Variables(Target.bare(8080));
    for (Transcript.Step step : transcript.steps()) {
      if (step instanceof Transcript.Exchange exchange) {
        assertThatCode(() -> RequestBytes.of(exchange.request(), variables))
            .as("request at line %d", exchange.line())
            .doesNotThrowAnyException();
        expected(exchange, variables);
      } else if (step instanceof Transcript.LastCall last) {
        Json.parse(variables.fill(last.pattern()));
      } else if (step instanceof Transcript.Control control && !control.body().isEmpty()) {
        Json.parse(variables.fill(control.body()));
      }
    }
  }

  private static void expected(Transcript.Exchange exchange, Variables variables)
      throws MalformedJson {
    Transcript.Expected expected = exchange.expected();
    String body = variables.fill(expected.body());
    if (body.startsWith("{") || body.startsWith("[")) {
      assertThatCode(() -> Json.parse(body))
          .as("expected body at line %d: %s", exchange.line(), body)
          .doesNotThrowAnyException();
    } else if (!body.isEmpty()) {
      assertThat(TextMatcher.isPattern(body)).as("body at line %d", exchange.line()).isTrue();
    }
    for (String rule : expected.headers()) {
      assertThat(rule).as("header at line %d", exchange.line()).matches("![\\w-]+|[\\w-]+: .+");
      variables.fill(rule);
    }
    capture(expected.body() + String.join("\n", expected.headers()), variables);
  }

  /** What a run would have captured, as a value that fits wherever JSON or text may stand. */
  private static void capture(String text, Variables variables) {
    Matcher found = CAPTURE.matcher(text);
    while (found.find()) {
      variables.put(found.group(1), "1");
    }
  }
}
