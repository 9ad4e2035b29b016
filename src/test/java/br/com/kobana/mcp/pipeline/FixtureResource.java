package br.com.kobana.mcp.pipeline;

import static br.com.kobana.mcp.pipeline.FixtureContent.object;

import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** The resources of the suite, whose URIs the product's own patterns do not allow. */
public final class FixtureResource implements Processor {
  private static final Pattern TEMPLATE = Pattern.compile("test://template/(\\d+)/data");

  /** Whether a message reads one of them; called from the route. */
  public boolean serves(Exchange exchange) {
    return "resources/read".equals(exchange.getProperty(Properties.MCP_METHOD))
        && contents(exchange).isPresent();
  }

  @Override
  public void process(Exchange exchange) {
    exchange.getMessage().setBody(Result.cacheable(contents(exchange).orElseThrow()));
  }

  private static Optional<ObjectNode> contents(Exchange exchange) {
    String uri = Call.of(exchange).params().map(p -> p.path("uri").asText()).orElse("");
    Optional<String> id =
        TEMPLATE.matcher(uri).results().map((MatchResult found) -> found.group(1)).findFirst();
    Optional<ObjectNode> content = id.map(FixtureResource::record).or(() -> fixed(uri));
    return content.map(
        one -> {
          ObjectNode result = object("{'contents':[]}");
          result.withArray("contents").add(one.put("uri", uri));
          return result;
        });
  }

  private static ObjectNode record(String id) {
    String text = "{\"id\":\"%s\",\"templateTest\":true}".formatted(id);
    return object("{'mimeType':'application/json'}").put("text", text);
  }

  private static Optional<ObjectNode> fixed(String uri) {
    return switch (uri) {
      case "test://static-text" ->
          Optional.of(
              object("{'mimeType':'text/plain'}")
                  .put("text", "This is the content of the static text resource."));
      case "test://static-binary" ->
          Optional.of(object("{'mimeType':'image/png'}").put("blob", FixtureContent.PNG));
      default -> Optional.empty();
    };
  }
}
