package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.protocol.McpMethod;
import java.util.Optional;

/** Which bucket a request spends: what it does decides (rate-limit seed, the table). */
public final class Classification {
  private Classification() {}

  /**
   * The bucket of a request that can be read.
   *
   * @param readsOnly for {@code tools/call}, whether the tool named is known and only reads; a tool
   *     that is not known counts as a write, like whatever cannot be classified
   */
  public static Optional<Bucket> of(McpMethod method, boolean readsOnly) {
    return switch (method) {
      case TOOLS_CALL -> Optional.of(readsOnly ? Bucket.READ : Bucket.WRITE);
      case RESOURCES_READ, PROMPTS_GET -> Optional.of(Bucket.READ);
      case DISCOVER,
          INITIALIZE,
          PING,
          TOOLS_LIST,
          RESOURCES_LIST,
          RESOURCES_TEMPLATES_LIST,
          PROMPTS_LIST,
          COMPLETE ->
          Optional.empty();
    };
  }
}
