package br.com.kobana.mcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer is what came, whatever its header said. */
class AnswerBytesTest {
  @ParameterizedTest
  @CsvSource({
    "5726, 5726, 5726",
    "5726, 5726, 1000",
    "10, 5726, 1000",
    "100000, 10, 3",
    "0, 0, 1",
    "0, 5, 1",
    "99999999999999, 200000, 4096",
    "9999999999999999999999, 7, 7",
    "-1, 7, 2",
    "many, 7, 2",
    ", 70000, 8192",
  })
  void whatComesIsKept(String header, int size, int part) {
    byte[] sent = new byte[size];
    for (int i = 0; i < size; i++) {
      sent[i] = (byte) (i * 31);
    }
    AnswerBytes answer = new AnswerBytes(header);
    for (int from = 0; from < size; from += part) {
      byte[] chunk = Arrays.copyOfRange(sent, from, Math.min(size, from + part));
      answer.add(Buffer.buffer(chunk));
      assertThat(answer.length()).isEqualTo(from + chunk.length);
    }
    assertThat(answer.all()).isEqualTo(sent);
  }
}
