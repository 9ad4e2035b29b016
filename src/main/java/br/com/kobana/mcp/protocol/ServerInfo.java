package br.com.kobana.mcp.protocol;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What the server says about itself. */
public final class ServerInfo {
  public static final String NAME = "kobana";
  public static final String TITLE = "Kobana";
  public static final String VERSION = "1.1.0";

  static final String INSTRUCTIONS =
      "Kobana MCP server. Kobana is a Brazilian billing and payments platform. Amounts are decimal"
          + " reais (BRL) and dates follow Brasília time. Lists take filters, limit, fields and"
          + " cursor: filter before paging and ask only for the fields you need, because reads are"
          + " limited per hour. Creating a payment or transfer does not move money until its batch"
          + " is sent. Before a destructive tool (cancel, delete, pay, transfer, approve), show the"
          + " user what will happen and wait for a yes. Never invent ids. If a write ends with an"
          + " unknown outcome, read the record before trying again.";

  private ServerInfo() {}

  /** name, title and version. */
  public static ObjectNode json() {
    return Json.object().put("name", NAME).put("title", TITLE).put("version", VERSION);
  }

  /** Exactly what the handlers honour: no listChanged, subscribe, logging or extensions. */
  static ObjectNode capabilities() {
    ObjectNode capabilities = Json.object();
    for (String name : new String[] {"tools", "resources", "prompts", "completions"}) {
      capabilities.putObject(name);
    }
    return capabilities;
  }

  /** The result of {@code server/discover}. */
  public static Result discover() {
    ObjectNode result = Json.object();
    ProtocolVersion.SUPPORTED.forEach(result.putArray("supportedVersions")::add);
    result.set("capabilities", capabilities());
    result.put("instructions", INSTRUCTIONS);
    return Result.cacheable(result);
  }

  /**
   * The result of {@code initialize}: the version asked for where the handshake era has it, else
   * the newest that it has.
   */
  public static Result initialize(Optional<ObjectNode> params) {
    String asked = params.map(p -> p.path("protocolVersion").textValue()).orElse(null);
    if (asked == null) {
      throw Refusal.invalidParams("Invalid params: protocolVersion must be a string");
    }
    ProtocolVersion version =
        ProtocolVersion.of(asked)
            .filter(v -> !v.isStateless())
            .orElse(ProtocolVersion.NEWEST_HANDSHAKE);
    ObjectNode result = Json.object().put("protocolVersion", version.wire());
    result.set("capabilities", capabilities());
    result.set("serverInfo", json());
    if (version.sendsInstructions()) {
      result.put("instructions", INSTRUCTIONS);
    }
    return Result.complete(result);
  }
}
