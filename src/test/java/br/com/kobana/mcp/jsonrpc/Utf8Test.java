package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class Utf8Test {
  @Property(tries = 5000)
  void saysWhatTheStrictDecoderSays(@ForAll @Size(max = 6) byte[] bytes) {
    assertThat(Utf8.isText(bytes)).isEqualTo(strict(bytes));
  }

  @Property(tries = 5000)
  void saysSoOfSequencesThatLookLikeText(
      @ForAll byte lead, @ForAll @Size(min = 1, max = 4) byte[] rest) {
    byte[] bytes = new byte[rest.length + 1];
    bytes[0] = (byte) (lead | 0xc0);
    for (int i = 0; i < rest.length; i++) {
      bytes[i + 1] = (byte) ((rest[i] & 0x3f) | 0x80);
    }
    assertThat(Utf8.isText(bytes)).isEqualTo(strict(bytes));
  }

  @Property(tries = 3000)
  void saysSoOfOneOddByteAmongPlainOnes(
      @ForAll @IntRange(min = 1, max = 40) int length,
      @ForAll @IntRange(max = 39) int at,
      @ForAll byte odd) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'a');
    bytes[at % length] = odd;
    assertThat(Utf8.isText(bytes)).isEqualTo(strict(bytes));
  }

  @Property
  void textIsText(@ForAll String text) {
    if (StandardCharsets.UTF_8.newEncoder().canEncode(text) && text.indexOf('\0') < 0) {
      assertThat(Utf8.isText(text.getBytes(StandardCharsets.UTF_8))).isTrue();
    }
  }

  private static boolean strict(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes))
              .toString()
              .indexOf('\0')
          < 0;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
