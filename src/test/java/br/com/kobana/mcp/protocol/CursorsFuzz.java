package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any text as a cursor, or in the place of a part of one: it opens only as it was issued. */
public final class CursorsFuzz {
  private static final Cursors CURSORS =
      new Cursors(List.of("a key for tests only, 32 bytes!!".getBytes(StandardCharsets.UTF_8)));
  private static final String GENUINE = CURSORS.issue("tools/list", "someone", "filters", "page 2");
  private static final int LONGEST = 1400;

  private CursorsFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    assertThat(CURSORS.open(text, "tools/list", "someone", "filters").isPresent())
        .isEqualTo(text.equals(GENUINE));
    assertThat(CURSORS.open(GENUINE, text, "someone", "filters").isPresent())
        .isEqualTo(text.equals("tools/list"));
    assertThat(CURSORS.open(GENUINE, "tools/list", text, "filters").isPresent())
        .isEqualTo(text.equals("someone"));
    int at = input.length == 0 ? 0 : (input[0] & 0xff) % GENUINE.length();
    String spliced = GENUINE.substring(0, at) + text + GENUINE.substring(at);
    assertThat(CURSORS.open(spliced, "tools/list", "someone", "filters").isPresent())
        .isEqualTo(text.isEmpty());
    if (!text.isEmpty() && text.length() < LONGEST / 3) {
      assertThat(CURSORS.open(CURSORS.issue("a", "b", "c", text), "a", "b", "c")).contains(text);
    }
  }
}
