package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DeflatedTest {
  @Property(tries = 300)
  void whatIsAroundTheBytesComesOutWithThem(
      @ForAll byte[] before, @ForAll byte[] plain, @ForAll byte[] after) throws IOException {
    assertThat(unzipped(new Deflated(plain).gzip(before, after)))
        .isEqualTo(joined(List.of(before, plain, after)));
  }

  @Property(tries = 50)
  void anyLengthFitsIntoBlocks(
      @ForAll @IntRange(max = 200_000) int before, @ForAll @IntRange(max = 200_000) int after)
      throws IOException {
    byte[] first = random(before);
    byte[] plain = random(70_000);
    byte[] last = random(after);
    assertThat(unzipped(new Deflated(plain).gzip(first, last)))
        .isEqualTo(joined(List.of(first, plain, last)));
  }

  @Test
  void theLengthOfAWholeBlockIsNoSpecialCase() throws IOException {
    for (int length : new int[] {65_534, 65_535, 65_536, 131_070, 131_071}) {
      byte[] edge = random(length);
      assertThat(unzipped(new Deflated(edge).gzip(edge, edge)))
          .isEqualTo(joined(List.of(edge, edge, edge)));
    }
  }

  @Test
  void theSameBlocksServeEveryAnswer() throws IOException {
    byte[] plain = "the same again ".repeat(5000).getBytes();
    Deflated deflated = new Deflated(plain);
    List<byte[]> one = deflated.gzip(new byte[] {1}, new byte[] {2});
    List<byte[]> other = deflated.gzip(new byte[] {3}, new byte[] {4});
    assertThat(one.get(1)).isSameAs(other.get(1)).hasSizeLessThan(plain.length / 20);
    assertThat(unzipped(other)).startsWith(3).endsWith(4);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** One member and nothing after it: more than the reader, which takes several, would notice. */
  private static byte[] unzipped(List<byte[]> parts) throws IOException {
    ByteArrayInputStream whole = new ByteArrayInputStream(joined(parts));
    byte[] plain = new GZIPInputStream(whole, 512).readAllBytes();
    assertThat(whole.available()).isZero();
    return plain;
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
