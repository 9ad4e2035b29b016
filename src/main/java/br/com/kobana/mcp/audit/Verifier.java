package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says whether files of a trail are as they were written, and where not. */
final class Verifier {
  private static final Pattern SEAL = Pattern.compile(",\"mac\":\"([0-9a-f]{64})\"}$");
  private final Map<String, AuditKey> keys;

  Verifier(List<AuditKey> keys) {
    this.keys =
        keys.stream().collect(Collectors.toMap(AuditKey::id, Function.identity(), (a, b) -> a));
  }

  /**
   * @param files of one trail, oldest first
   */
  List<Finding> verify(List<Path> files) throws IOException {
    List<Finding> findings = new ArrayList<>();
    @Nullable Reading before = null;
    for (Path file : files) {
      Reading reading = new Reading(file.getFileName().toString());
      reading.read(file);
      if (before != null) {
        reading.joins(before, findings);
      }
      findings.add(reading.finding());
      before = reading;
    }
    return findings;
  }

  /** Where and why a chain breaks. */
  private static final class Break extends Exception {
    private final long line;

    Break(long line, String why) {
      super(why, null, false, false);
      this.line = line;
    }
  }

  /** One file being read. */
  private final class Reading {
    private final String name;
    private long lines;
    private String hash = Hash.NONE;
    private @Nullable AuditKey key;
    private @Nullable JsonNode first;
    private boolean sealed;
    private @Nullable Break broken;

    Reading(String name) {
      this.name = name;
    }

    void read(Path file) throws IOException {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
          if (b == '\n') {
            line(line.toByteArray());
            line.reset();
          } else {
            line.write(b);
          }
        }
        if (line.size() > 0) {
          throw new Break(
              lines + 1, "the line is cut off in the middle, or the process died while writing it");
        }
        if (lines == 0) {
          throw new Break(1, "the file is empty");
        }
      } catch (Break e) {
        broken = e;
      }
    }

    private void line(byte[] bytes) throws Break {
      long at = lines + 1;
      String text = new String(bytes, StandardCharsets.UTF_8);
      JsonNode record = parsed(text, at);
      if (at == 1) {
        begin(record);
      }
      Matcher seal = SEAL.matcher(text);
      if (!seal.find()
          || !seal.group(1)
              .equals(
                  known(at)
                      .seal(text.substring(0, seal.start()).getBytes(StandardCharsets.UTF_8)))) {
        throw new Break(at, "the line was changed, or written without the key");
      }
      place(record, at);
      lines = at;
      hash = Hash.of(bytes);
      sealed = record.path("type").asText().equals("seal");
    }

    private JsonNode parsed(String text, long at) throws Break {
      try {
        JsonNode record = Json.parse(text);
        if (record.isObject() && record.path("n").isIntegralNumber()) {
          return record;
        }
      } catch (MalformedJson e) {
        // Said below.
      }
      throw new Break(at, "this is no line of an audit trail");
    }

    private void begin(JsonNode record) throws Break {
      if (!record.path("type").asText().equals("open")) {
        throw new Break(
            1, "the beginning is missing: the line calls itself line " + record.path("n").asText());
      }
      first = record;
      key = keys.get(record.path("key").asText());
    }

    private AuditKey known(long at) throws Break {
      if (key == null) {
        throw new Break(at, "sealed with a key that was not given");
      }
      return key;
    }

    private void place(JsonNode record, long at) throws Break {
      if (sealed) {
        throw new Break(at, "a line stands after the seal");
      }
      long n = record.path("n").asLong();
      if (n > at) {
        throw new Break(
            at, "line " + n + " stands here: lines are missing before it, or were moved");
      }
      if (n < at) {
        throw new Break(at, "line " + n + " stands here again, or was moved");
      }
      if (at > 1 && !record.path("prev").asText().equals(hash)) {
        throw new Break(at, "the line does not follow the one before: it is from another file");
      }
      if (record.path("type").asText().equals("seal") && record.path("lines").asLong() != at) {
        throw new Break(at, "the seal counts other lines");
      }
    }

    /** Compares with what this file says of the one before. */
    void joins(Reading before, List<Finding> findings) {
      JsonNode open = first;
      if (lines == 0 || open == null) {
        return;
      }
      String after = open.path("after").asText();
      if (!after.equals(before.name)) {
        broken =
            new Break(
                1,
                after.isEmpty()
                    ? "a new trail begins here, although files stand before it"
                    : "goes on from " + after + ", which is not the file before it");
      } else if (before.broken == null && !open.path("prev").asText().equals(before.hash)) {
        findings.set(
            findings.size() - 1,
            new Finding(
                before.name,
                Finding.State.BROKEN,
                before.lines,
                "lines after it were cut off: " + name + " goes on from another last line"));
      } else if (before.broken == null && !before.sealed) {
        findings.set(
            findings.size() - 1,
            new Finding(
                before.name,
                Finding.State.WHOLE,
                0,
                "ok, %d lines; without a seal, and %s goes on from its last line"
                    .formatted(before.lines, name)));
      }
    }

    Finding finding() {
      return Optional.ofNullable(broken)
          .map(b -> new Finding(name, Finding.State.BROKEN, b.line, String.valueOf(b.getMessage())))
          .orElseGet(
              () ->
                  sealed
                      ? new Finding(
                          name, Finding.State.WHOLE, 0, "ok, %d lines, sealed".formatted(lines))
                      : new Finding(
                          name,
                          Finding.State.OPEN,
                          0,
                          ("ok as far as line %d; NO SEAL: still being written, or the process was"
                                  + " killed, or lines were cut off after it")
                              .formatted(lines)));
    }
  }
}
