package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Any bytes as a header that mirrors a value: it stands for one text in one spelling, or for none.
 */
public final class HeaderValueFuzz {
  private static final ArgumentHeader ARGUMENT = new ArgumentHeader("value", "Value");

  private HeaderValueFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    // The server hands header bytes on as Latin-1.
    String line = new String(input, StandardCharsets.ISO_8859_1);
    RequestHead head = new RequestHead("POST", "/mcp", "127.0.0.1", name -> List.of(line));
    MirroredValue mirrored = MirroredValue.of(head, "Mcp-Name");
    Optional<Refusal> ofText =
        ARGUMENT.refusal(head, Json.object().put("value", mirrored.value().orElse("none")));
    ARGUMENT.refusal(head, Json.object().put("value", 12.5));
    if (mirrored.value().isEmpty()) {
      assertThat(mirrored.fault()).startsWith("Mcp-Name ");
      assertThat(ofText).isPresent();
      return;
    }
    assertThat(ofText).isEmpty();
    String trimmed = RequestHead.trim(line);
    boolean wrapped =
        trimmed.startsWith("=?base64?") && trimmed.endsWith("?=") && trimmed.length() >= 11;
    String value = mirrored.value().get();
    assertThat(trimmed)
        .isEqualTo(
            wrapped
                ? "=?base64?"
                    + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                    + "?="
                : value);
  }
}
