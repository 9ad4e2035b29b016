package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;

/** The sandbox's own paths, {@code /sandbox/…}, which need no token. */
final class Control {
  static final String PREFIX = "/sandbox/";

  private final Faults faults;
  private final CallLog calls;
  private final Supplier<JsonNode> effects;
  private final Runnable reset;

  /**
   * @param effects what writes have done
   * @param reset puts the seed data back and forgets keys and counts
   */
  Control(Faults faults, CallLog calls, Supplier<JsonNode> effects, Runnable reset) {
    this.effects = effects;
    this.faults = faults;
    this.calls = calls;
    this.reset = reset;
  }

  Answer answer(Incoming request) {
    return switch (request.method() + " " + request.path()) {
      case "PUT /sandbox/faults" -> putFaults(request);
      case "GET /sandbox/faults" -> Answer.json(200, faults.json());
      case "DELETE /sandbox/faults" -> after(faults::clear);
      case "GET /sandbox/calls" -> Answer.json(200, calls.json());
      case "GET /sandbox/effects" -> Answer.json(200, effects.get());
      case "DELETE /sandbox/calls" -> after(calls::clear);
      case "POST /sandbox/reset" ->
          after(
              () -> {
                faults.clear();
                calls.clear();
                reset.run();
              });
      default -> Errors.notFound();
    };
  }

  private Answer putFaults(Incoming request) {
    try {
      faults.replace(Json.parse(request.body().getBytes()));
      return Answer.json(200, faults.json());
    } catch (MalformedJson e) {
      return Answer.json(400, Json.object().put("error", "an array of faults in JSON"));
    } catch (IllegalArgumentException e) {
      return Answer.json(400, Json.object().put("error", String.valueOf(e.getMessage())));
    }
  }

  private static Answer after(Runnable done) {
    done.run();
    return Answer.noContent();
  }
}
