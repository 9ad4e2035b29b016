package br.com.kobana.mcp.tools;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A copy of a part of some JSON in which members are left out and values are put in the place of
 * others. Told only where something changes, it copies all between at once, and nothing where
 * nothing changes. Places are offsets in the JSON. For one answer.
 */
final class Cutting {
  private static final byte[] MASK = ('"' + Masks.MASK + '"').getBytes(StandardCharsets.US_ASCII);
  private static final int ROOM = 64;

  private final byte[] json;
  private byte[] copy = new byte[0];
  private int length;

  /** Where what is to be copied starts, but in a gap. */
  private int from;

  /** Whether what was read last is not copied: a member that is left out, or a masked value. */
  private boolean gap;

  Cutting(byte[] json) {
    this.json = json;
  }

  void start(int at) {
    from = at;
  }

  /** The copy; empty where it has a control character in it. */
  Optional<JsonText> end(int at) {
    if (length == 0) {
      return JsonText.of(json, from, at);
    }
    copyTo(at);
    return JsonText.of(copy, 0, length);
  }

  boolean isGap() {
    return gap;
  }

  /**
   * A member is left out.
   *
   * @param name where its name starts
   */
  void leaveOut(int name) {
    if (!gap) {
      copyTo(beforeMember(name));
      gap = true;
    }
  }

  /**
   * A member stays.
   *
   * @param name where its name starts
   * @param further whether a member of the same object stayed before it
   */
  void keep(int name, boolean further) {
    if (gap) {
      if (further) {
        put(',');
      }
      from = name;
      gap = false;
    }
  }

  /** A member that stays has its value masked, which starts here. */
  void mask(int value) {
    copyTo(value);
    ensure(MASK.length);
    System.arraycopy(MASK, 0, copy, length, MASK.length);
    length += MASK.length;
    gap = true;
  }

  /** The object whose members these were ends; {@code at} is its brace. */
  void close(int at) {
    from = at;
    gap = false;
  }

  /** Where the member before ends, or just behind the brace. */
  private int beforeMember(int name) {
    int end = spaceBefore(name);
    return json[end - 1] == ',' ? spaceBefore(end - 1) : end;
  }

  private int spaceBefore(int at) {
    int start = at;
    while (json[start - 1] == ' ') {
      start--;
    }
    return start;
  }

  private void copyTo(int end) {
    ensure(end - from);
    System.arraycopy(json, from, copy, length, end - from);
    length += end - from;
  }

  private void put(char c) {
    ensure(1);
    copy[length++] = (byte) c;
  }

  private void ensure(int more) {
    if (length + more > copy.length) {
      copy = Arrays.copyOf(copy, Math.max(length + more + ROOM, 2 * copy.length));
    }
  }
}
