package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.RequestHead;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Any text as a trace's parent, in the header or in the message: a safe one, or none. */
public final class TraceParentFuzz {
  private TraceParentFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    Optional<TraceParent> ofHeader =
        of(o -> o.head(new RequestHead("POST", "/mcp", "127.0.0.1", name -> List.of(text))));
    ObjectNode params = Json.object();
    params.putObject("_meta").put("traceparent", text);
    Optional<TraceParent> ofMessage = of(o -> o.params(params));
    // Spaces around a header's value are not part of it.
    if (text.equals(RequestHead.trim(text))) {
      assertThat(ofMessage).isEqualTo(ofHeader);
    }
    ofHeader.ifPresent(
        parent -> {
          assertThat(parent.text()).hasSizeLessThanOrEqualTo(128).matches("[!-~]+");
          assertThat(parent.id()).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
          assertThat(parent.spanId()).matches("[0-9a-f]{16}").isNotEqualTo("0".repeat(16));
        });
  }

  private static Optional<TraceParent> of(Consumer<Observation> given) {
    Observation observation = new Observation();
    given.accept(observation);
    return TraceParent.of(observation);
  }
}
