package br.com.kobana.mcp.tools;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The pages of one set of tools.
 *
 * @param pages each the member {@code "tools":[…]} in UTF-8; at least one, which may be empty
 * @param binding a digest of everything the pages hold, so that a cursor of another catalogue,
 *     another set or another page size does not open
 * @param weight bytes held
 */
record ToolPages(List<byte[]> pages, String binding, int weight) {
  private static final byte[] OPEN = "\"tools\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COMMA = {','};
  private static final byte[] CLOSE = {']'};

  static ToolPages of(List<byte[]> rendered, BitSet set, int pageSize) {
    List<byte[]> pages = new ArrayList<>();
    MessageDigest digest = Bytes.sha256();
    List<byte[]> parts = new ArrayList<>();
    int onPage = 0;
    int weight = 0;
    parts.add(OPEN);
    for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
      if (onPage == pageSize) {
        weight += close(pages, parts, digest);
        onPage = 0;
      }
      if (onPage++ > 0) {
        parts.add(COMMA);
      }
      parts.add(rendered.get(i));
    }
    weight += close(pages, parts, digest);
    return new ToolPages(List.copyOf(pages), Bytes.base64(digest.digest()), weight);
  }

  int count() {
    return pages.size();
  }

  byte[] page(int number) {
    return pages.get(number);
  }

  private static int close(List<byte[]> pages, List<byte[]> parts, MessageDigest digest) {
    parts.add(CLOSE);
    byte[] page = Bytes.join(parts.toArray(byte[][]::new));
    pages.add(page);
    digest.update(page);
    parts.clear();
    parts.add(OPEN);
    return page.length;
  }
}
