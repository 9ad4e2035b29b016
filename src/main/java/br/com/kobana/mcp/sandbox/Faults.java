package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults in force. The first that meets a request is the one it gets. */
final class Faults {
  private final List<Fault> inForce = new ArrayList<>();

  /**
   * Replaces all of them.
   *
   * @throws IllegalArgumentException when the value is no array of faults; nothing is replaced
   */
  void replace(JsonNode json) {
    if (!json.isArray()) {
      throw new IllegalArgumentException("an array of faults");
    }
    List<Fault> read = new ArrayList<>();
    json.forEach(one -> read.add(Fault.read(one)));
    clear();
    inForce.addAll(read);
  }

  void clear() {
    inForce.clear();
  }

  /** The fault that this request meets, counted down. */
  Optional<Fault> take(String method, String path) {
    for (int i = 0; i < inForce.size(); i++) {
      Fault fault = inForce.get(i);
      if (fault.meets(method, path)) {
        inForce.set(i, fault.once());
        return Optional.of(fault);
      }
    }
    return Optional.empty();
  }

  /** Whether the connection of this request is to be cut before its body is read, counted down. */
  boolean cuts(String method, String path) {
    boolean cut =
        inForce.stream()
            .filter(fault -> fault.meets(method, path))
            .findFirst()
            .filter(fault -> fault.kind() == Fault.FaultKind.CUT)
            .isPresent();
    return cut && take(method, path).isPresent();
  }

  ArrayNode json() {
    ArrayNode all = Json.array();
    inForce.forEach(fault -> all.add(fault.json()));
    return all;
  }
}
