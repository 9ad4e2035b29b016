package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Question;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.catalog.Tool.Argument;
import br.com.kobana.mcp.catalog.Tool.Form;
import br.com.kobana.mcp.catalog.Tool.Kind;
import br.com.kobana.mcp.catalog.Tool.Operation;
import br.com.kobana.mcp.catalog.Tool.Place;
import br.com.kobana.mcp.catalog.Tool.Shape;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds a tool for a test; its schema is closed and made of its arguments unless one is given. */
final class ToolSample {
  private final String name;
  private final String method;
  private final String path;
  private final Kind kind;
  private final List<String> scopes;
  private final List<Argument> arguments = new ArrayList<>();
  private Optional<String> wrapper = Optional.empty();
  private Optional<Listing> listing = Optional.empty();
  private Shape shape = new Shape(Form.RECORD, Optional.empty());
  private List<String> masked = List.of();
  private List<String> heavy = List.of();
  private Optional<String> rereads = Optional.empty();
  private Optional<ObjectNode> schema = Optional.empty();

  ToolSample(String name, String method, String path, Kind kind, List<String> scopes) {
    this.name = name;
    this.method = method;
    this.path = path;
    this.kind = kind;
    this.scopes = scopes;
  }

  ToolSample argument(String name, Place place, String target, boolean required, String schema) {
    arguments.add(new Argument(name, place, target, required, (ObjectNode) Samples.json(schema)));
    return this;
  }

  ToolSample wrapper(String key) {
    wrapper = Optional.of(key);
    return this;
  }

  ToolSample listing(Listing listing) {
    this.listing = Optional.of(listing);
    return this;
  }

  ToolSample form(Form form) {
    shape = new Shape(form, Optional.empty());
    return this;
  }

  ToolSample form(Form form, String resource) {
    shape = new Shape(form, Optional.of(resource));
    return this;
  }

  ToolSample masked(String... fields) {
    masked = List.of(fields);
    return this;
  }

  ToolSample heavy(String... fields) {
    heavy = List.of(fields);
    return this;
  }

  ToolSample rereads(String tool) {
    rereads = Optional.of(tool);
    return this;
  }

  ToolSample schema(String json) {
    schema = Optional.of((ObjectNode) Samples.json(json));
    return this;
  }

  Tool build() {
    return new Tool(
        name,
        "Title of " + name,
        "Describes " + name + ".",
        new Operation(method, path, wrapper),
        kind,
        kind == Kind.READ,
        false,
        scopes,
        arguments,
        listing,
        shape,
        masked,
        heavy,
        rereads,
        Question.DEFAULT,
        Optional.empty(),
        schema.orElseGet(this::closed));
  }

  private ObjectNode closed() {
    ObjectNode json = Json.object().put("type", "object");
    ObjectNode properties = json.putObject("properties");
    arguments.forEach(a -> properties.set(a.name(), a.schema()));
    properties.putObject("fields").put("type", "array").putObject("items").put("type", "string");
    var required = json.putArray("required");
    arguments.stream().filter(Argument::required).forEach(a -> required.add(a.name()));
    return json.put("additionalProperties", false);
  }
}
