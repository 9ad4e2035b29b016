package br.com.kobana.mcp.tools;

import java.util.Arrays;
import java.util.List;

/**
 * Any bytes as an answer of the API: skimmed and read as a tree they come to the same, masked,
 * projected, or unreadable. The first byte chooses the tool and the fields asked for.
 */
public final class SkimmerFuzz {
  private static final List<List<String>> FIELDS =
      List.of(
          List.of(),
          List.of("uid", "a.b"),
          List.of("a", "a.png", "contacts.pin"),
          List.of("b.content", "notes.a", "c.a.b"));

  private SkimmerFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int chosen = input[0] & 0xf;
    byte[] body = Arrays.copyOfRange(input, 1, input.length);
    // A line break before a byte order mark is not the same answer.
    if (body.length > 0 && (body[0] == '{' || body[0] == '[')) {
      new BothWays()
          .agree(BothWays.TOOLS.get(chosen & 3), BothWays.fields(FIELDS.get(chosen >> 2)), body);
    }
  }
}
