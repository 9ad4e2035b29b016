package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Listing.Paging;
import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What comes of an answer that is skimmed, and of the same answer read as a tree: a line break
 * before it makes it one that is not skimmed.
 */
final class BothWays {
  static final String BARE = "bare_get";
  static final String BARE_LIST = "bare_list";
  static final String ENVELOPED = "enveloped_get";
  static final String ENVELOPED_LIST = "enveloped_list";
  static final List<String> TOOLS = List.of(BARE, BARE_LIST, ENVELOPED, ENVELOPED_LIST);

  /** Names that mean something to a tool here, and some that do not. */
  static final List<String> NAMES =
      List.of(
          "uid",
          "id",
          "a",
          "b",
          "c",
          "notes",
          "contacts",
          "pin",
          "png",
          "content",
          "credentials",
          "secret_key",
          "status",
          "message",
          "data",
          "pagination",
          "",
          "é\"\\",
          "next_url");

  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":\"integer\"},"
          + "\"cursor\":{\"type\":\"string\"},"
          + "\"fields\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}";

  private static final Catalog CATALOG =
      new Catalog(
          List.of(
              tool(BARE, "/v1/toys", Optional.empty()),
              tool(BARE_LIST, "/v1/toys", Optional.of(Paging.PAGE)),
              tool(ENVELOPED, "/v2/toys", Optional.empty()),
              tool(ENVELOPED_LIST, "/v2/toys", Optional.of(Paging.KEYSET))),
          List.of(),
          Map.of());

  private final List<RowIds> shown = new ArrayList<>();
  private final ToolCalls calls;

  BothWays(Catalog catalog) {
    this.calls =
        new ToolCalls(
            catalog,
            Samples.CURSORS,
            Samples.CHALLENGE,
            () -> "key",
            (caller, tool, arguments, rows) -> shown.add(rows));
  }

  BothWays() {
    this(CATALOG);
  }

  private static Tool tool(String name, String path, Optional<Paging> paging) {
    ToolSample sample =
        Samples.tool(name, "GET", path, Kind.READ, "toys")
            .masked("notes", "contacts.pin", "a.b", "c.id")
            .heavy("png", "a.png", "b.content")
            .form(paging.isPresent() ? Form.LIST : Form.RECORD)
            .schema(SCHEMA);
    paging.ifPresent(p -> sample.listing(new Listing(p, 50, Map.of(), false, List.of())));
    return sample.build();
  }

  static AnswerShapes shapes(String tool) {
    return new AnswerShapes(CATALOG.tool(tool).orElseThrow());
  }

  static ObjectNode fields(List<String> fields) {
    ObjectNode arguments = Json.object();
    if (!fields.isEmpty()) {
      ArrayNode names = arguments.putArray("fields");
      fields.forEach(names::add);
    }
    return arguments;
  }

  ToolCalls.Prepared prepared(String tool, ObjectNode arguments) {
    ObjectNode params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    return calls.prepare(Samples.full(), Optional.of(params));
  }

  private ToolCalls.Plan plan(String tool, ObjectNode arguments) {
    return ((ToolCalls.Prepared.Send) prepared(tool, arguments)).plan();
  }

  /** The answer as it leaves the gateway, whichever way it goes. */
  Result answered(String tool, ObjectNode arguments, byte[] body) {
    return calls.conclude(plan(tool, arguments), new UpstreamResponse(200, Map.of(), body));
  }

  /** Nothing but the bytes of escapes, spaces and numbers may differ. */
  void agree(String tool, ObjectNode arguments, byte[] body) {
    Results results = results(tool, arguments, body);
    assertThat(results.skimmed().isError()).isEqualTo(results.tree().isError());
    if (results.skimmed().isError()) {
      assertThat(text(results.skimmed())).isEqualTo(text(results.tree()));
    } else {
      ObjectNode skimmed = Samples.object(results.skimmed());
      ObjectNode tree = Samples.object(results.tree());
      assertThat(Json.text(skimmed.path("structuredContent")))
          .isEqualTo(Json.text(tree.path("structuredContent")));
      assertThat(text(results.skimmed()))
          .endsWith("\"structuredContent\":" + skimmed.at("/content/0/text").textValue());
    }
  }

  /** Not a byte may differ. */
  void agreeExactly(String tool, ObjectNode arguments, byte[] body) {
    Results results = results(tool, arguments, body);
    assertThat(text(results.skimmed())).isEqualTo(text(results.tree()));
  }

  private record Results(Result skimmed, Result tree) {}

  private Results results(String tool, ObjectNode arguments, byte[] body) {
    shown.clear();
    Result skimmed = answered(tool, arguments, body);
    List<RowIds> ids = List.copyOf(shown);
    shown.clear();
    Result tree = answered(tool, arguments, Bytes.join(new byte[] {'\n'}, body));
    assertThat(ids).isEqualTo(shown);
    assertThat(skimmed.meta()).isEqualTo(tree.meta());
    return new Results(skimmed, tree);
  }

  static String text(Result result) {
    return new String(result.members(), StandardCharsets.UTF_8);
  }
}
