package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.IntSupplier;

/**
 * Makes the lines of a trail, file after file. Line {@code n} of a file holds the hash of the line
 * before it ({@code prev}) and a seal of itself ({@code mac}). The first line of a file holds the
 * hash of the last line of the file before and that file's name; the last is a seal that says how
 * many lines there are. A line counts only once {@link #taken} was called. Used by one thread.
 */
final class Chain {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
  private final AuditKey key;
  private final IntSupplier random;
  private String file = "";
  private String after;
  private String prev;
  private long lines;
  private long bytes;
  private Instant openedAt = Instant.EPOCH;

  /** Where a trail goes on. */
  record End(String file, String hash) {
    static final End NONE = new End("", Hash.NONE);
  }

  /**
   * @param random keeps the names of files apart that were begun in the same millisecond
   */
  Chain(AuditKey key, End before, IntSupplier random) {
    this.key = key;
    this.random = random;
    this.after = before.file();
    this.prev = before.hash();
  }

  boolean isOpen() {
    return lines > 0;
  }

  String file() {
    return file;
  }

  /** Bytes of the file so far. */
  long bytes() {
    return bytes;
  }

  Instant openedAt() {
    return openedAt;
  }

  /** The first line of a new file; may be asked for again if it was not taken. */
  byte[] open(Instant now) {
    openedAt = now;
    file = "audit-%s-%08x.jsonl".formatted(NAME.format(now), random.getAsInt());
    ObjectNode record = record("open", now).put("key", key.id());
    return line(after.isEmpty() ? record : record.put("after", after));
  }

  /** The last line of the file. */
  byte[] close(Instant now) {
    return line(record("seal", now).put("lines", lines + 1));
  }

  /** Says that lines are missing here. */
  byte[] gap(Instant now, long dropped) {
    return line(record("gap", now).put("dropped", dropped));
  }

  /** Refusals of unknown callers beyond those told one by one. */
  byte[] crowd(Instant now, long refusals) {
    return line(record("crowd", now).put("refusals", refusals));
  }

  static ObjectNode record(String type, Instant at) {
    return Json.object().put("type", type).put("at", at.toString());
  }

  byte[] line(ObjectNode record) {
    String text = Json.text(record);
    String unsealed =
        "{\"n\":"
            + (lines + 1)
            + ",\"prev\":\""
            + prev
            + "\","
            + text.substring(1, text.length() - 1);
    String mac = key.seal(unsealed.getBytes(StandardCharsets.UTF_8));
    return (unsealed + ",\"mac\":\"" + mac + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  /** The sink has this line. */
  void taken(byte[] line) {
    lines++;
    bytes += line.length + 1;
    prev = Hash.of(line);
  }

  /** The sink has the last line of the file. */
  void closed() {
    after = file;
    lines = 0;
    bytes = 0;
  }

  String head() {
    return prev;
  }

  long lines() {
    return lines;
  }
}
