package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.confirm.SealedState.Binding;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Any text as a state, in a state, or as what a state is bound to: only the genuine one opens. */
public final class SealedStateFuzz {
  private static final SealedState STATES =
      new SealedState(
          List.of("a key for tests only, 32 bytes!!".getBytes(StandardCharsets.UTF_8)),
          InstantSource.fixed(Instant.parse("2026-11-30T12:00:00Z")),
          new SecureRandom());
  private static final Binding BINDING = binding("tool");
  private static final String GENUINE = STATES.seal(BINDING, new byte[32]);

  private SealedStateFuzz() {}

  private static Binding binding(String tool) {
    return new Binding("principal", "account", tool, new byte[32], "2026-07-28");
  }

  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    assertThat(STATES.open(text, BINDING)).isEmpty();
    assertThat(STATES.open(GENUINE, binding(text)).isPresent()).isEqualTo(text.equals("tool"));
    int at = input.length == 0 ? 0 : (input[0] & 0xff) % GENUINE.length();
    String tail = text.substring(0, Math.min(text.length(), GENUINE.length() - at));
    String overwritten = GENUINE.substring(0, at) + tail + GENUINE.substring(at + tail.length());
    assertThat(STATES.open(overwritten, BINDING).isPresent())
        .isEqualTo(overwritten.equals(GENUINE));
    assertThat(STATES.open(GENUINE + text, BINDING).isPresent()).isEqualTo(text.isEmpty());
  }
}
