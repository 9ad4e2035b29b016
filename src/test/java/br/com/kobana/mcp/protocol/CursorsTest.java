package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;

class CursorsTest {
  private static final byte[] OLD =
      "an old key of thirty-two bytes..".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NEW =
      "a new key of thirty-two bytes...".getBytes(StandardCharsets.UTF_8);
  private final Cursors cursors = new Cursors(List.of(OLD));

  @Property
  void aCursorOpensForWhatItWasIssued(
      @ForAll @NotEmpty @StringLength(max = 300) String position,
      @ForAll String list,
      @ForAll String principal) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(position)) {
      return;
    }
    String cursor = cursors.issue(list, principal, "filters", position);
    assertThat(cursors.open(cursor, list, principal, "filters")).contains(position);
    assertThat(cursors.open(cursor, list + "x", principal, "filters")).isEmpty();
    assertThat(cursors.open(cursor, list, principal + "x", "filters")).isEmpty();
    assertThat(cursors.open(cursor, list, principal, "other")).isEmpty();
  }

  @Property
  void nothingElseOpens(@ForAll String cursor) {
    assertThat(cursors.open(cursor, "tools/list", "someone", "")).isEmpty();
  }

  @Property
  void partsDoNotRunIntoEachOther(@ForAll String a, @ForAll @NotEmpty String b) {
    String cursor = cursors.issue(a, b, "", "2");
    if (!(a + b).equals(a) && !b.isEmpty()) {
      assertThat(cursors.open(cursor, a + b, "", "")).isEmpty();
    }
  }

  @org.junit.jupiter.api.Test
  void aRotatedKeyStillOpensWhatItSealed() {
    String cursor = cursors.issue("tools/list", "someone", "", "2");
    assertThat(new Cursors(List.of(NEW, OLD)).open(cursor, "tools/list", "someone", ""))
        .contains("2");
    assertThat(new Cursors(List.of(NEW)).open(cursor, "tools/list", "someone", "")).isEmpty();
  }
}
