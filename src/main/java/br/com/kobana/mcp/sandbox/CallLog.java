package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** The latest calls received, oldest first, without their tokens. */
final class CallLog {
  static final int MOST = 10_000;

  private final Deque<Incoming> calls = new ArrayDeque<>();

  void add(Incoming call) {
    if (calls.size() == MOST) {
      calls.removeFirst();
    }
    calls.addLast(call);
  }

  void clear() {
    calls.clear();
  }

  /** {@code [{method, path, query, headers, body}]}, header names in lower case. */
  ArrayNode json() {
    ArrayNode all = Json.array();
    for (Incoming call : calls) {
      ObjectNode one =
          all.addObject()
              .put("method", call.method())
              .put("path", call.path())
              .put("query", call.query());
      ObjectNode headers = one.putObject("headers");
      for (var header : call.headers()) {
        String name = header.getKey().toLowerCase(Locale.ROOT);
        if (!name.equals("authorization")) {
          headers.put(name, header.getValue());
        }
      }
      one.set("body", body(call.body()));
    }
    return all;
  }

  /** The JSON value sent, text that is no JSON as a string, null for none. */
  private static JsonNode body(Buffer body) {
    if (body.length() == 0) {
      return NullNode.getInstance();
    }
    try {
      return Json.parse(body.getBytes());
    } catch (MalformedJson e) {
      return TextNode.valueOf(body.toString());
    }
  }
}
