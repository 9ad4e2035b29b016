package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * To which tools a client narrows itself with {@code X-MCP-Toolsets} and {@code X-MCP-Readonly}. It
 * only ever takes tools away from those the caller may run, in the list and in calls alike.
 *
 * @param domains the domains that are left; empty where all are
 * @param readOnly whether only tools that read are left
 */
public record ToolView(Optional<Set<String>> domains, boolean readOnly) {
  /** A comma list of domains, such as {@code charge,payment}; lines of it add up. */
  public static final String TOOLSETS = "X-MCP-Toolsets";

  /** {@code true} or {@code false}; of several lines one {@code true} is enough. */
  public static final String READONLY = "X-MCP-Readonly";

  /** Nothing taken away. */
  public static final ToolView ALL = new ToolView(Optional.empty(), false);

  public ToolView {
    domains = domains.map(Set::copyOf);
  }

  /**
   * What the headers say.
   *
   * @param known the domains of the catalogue
   * @throws Refusal -32602 in HTTP 400 for a domain or a value there is not: a client that meant to
   *     narrow must not get more than it meant
   */
  public static ToolView of(RequestHead head, Set<String> known) {
    List<String> toolsets = head.all(TOOLSETS);
    List<String> readonly = head.all(READONLY);
    if (toolsets.isEmpty() && readonly.isEmpty()) {
      return ALL;
    }
    boolean readOnly = false;
    for (String line : readonly) {
      readOnly |= flag(RequestHead.trim(line));
    }
    return new ToolView(
        toolsets.isEmpty() ? Optional.empty() : Optional.of(domains(toolsets, known)), readOnly);
  }

  private static Set<String> domains(List<String> lines, Set<String> known) {
    Set<String> domains = new LinkedHashSet<>();
    for (String line : lines) {
      for (String element : line.split(",", -1)) {
        String domain = RequestHead.trim(element).toLowerCase(Locale.ROOT);
        if (!domain.isEmpty() && !known.contains(domain)) {
          throw unknown(Shown.quoted(domain) + " is not a toolset", known);
        }
        if (!domain.isEmpty()) {
          domains.add(domain);
        }
      }
    }
    if (domains.isEmpty()) {
      throw unknown("no toolset is named", known);
    }
    return domains;
  }

  private static boolean flag(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw refusal(READONLY + " must be true or false");
    };
  }

  private static Refusal unknown(String what, Set<String> known) {
    return refusal(TOOLSETS + ": " + what + ". Known: " + String.join(", ", known));
  }

  private static Refusal refusal(String message) {
    return Refusal.rpc(Rung.PARAMS, 400, JsonRpcError.INVALID_PARAMS, message);
  }

  /** Whether the tool is left. */
  public boolean shows(Tool tool) {
    return (!readOnly || !tool.writes())
        && domains.map(left -> left.contains(tool.domain())).orElse(true);
  }
}
