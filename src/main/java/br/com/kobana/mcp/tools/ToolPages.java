package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.protocol.Deflated;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The pages of one set of tools.
 *
 * @param pages at least one, which may be empty
 * @param binding a digest of everything the pages hold, so that a cursor of another catalogue,
 *     another set or another page size does not open
 * @param weight bytes held
 */
record ToolPages(List<Page> pages, String binding, int weight) {
  /** What deflated pages take beside the others, at most: they shrink to less than a fifth. */
  private static final int DEFLATED_PART = 4;

  private static final byte[] OPEN = "\"tools\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COMMA = {','};
  private static final byte[] CLOSE = {']'};

  /**
   * One page.
   *
   * @param members the member {@code "tools":[…]} in UTF-8
   */
  record Page(byte[] members, Deflated deflated) {}

  static ToolPages of(List<byte[]> rendered, BitSet set, int pageSize) {
    List<Page> pages = new ArrayList<>();
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

  Page page(int number) {
    return pages.get(number);
  }

  private static int close(List<Page> pages, List<byte[]> parts, MessageDigest digest) {
    parts.add(CLOSE);
    byte[] page = Bytes.join(parts.toArray(byte[][]::new));
    pages.add(new Page(page, new Deflated(page)));
    digest.update(page);
    parts.clear();
    parts.add(OPEN);
    return page.length + page.length / DEFLATED_PART;
  }
}
