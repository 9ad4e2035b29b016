package br.com.kobana.mcp.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Reads the last whole line of a file from its end. */
final class LastLine {
  private static final int MOST = 1 << 20;

  private LastLine() {}

  /** Its bytes without the line feed; none where the file has no whole line. */
  static byte[] of(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      int length = (int) Math.min(file.length(), MOST);
      byte[] tail = new byte[length];
      file.seek(file.length() - length);
      file.readFully(tail);
      int end = length - 1;
      while (end >= 0 && tail[end] != '\n') {
        end--;
      }
      int start = end;
      while (start > 0 && tail[start - 1] != '\n') {
        start--;
      }
      return end <= 0 ? new byte[0] : java.util.Arrays.copyOfRange(tail, start, end);
    }
  }
}
