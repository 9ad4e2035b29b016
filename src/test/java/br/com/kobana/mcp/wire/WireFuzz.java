package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.testing.RawConnection;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any bytes on a connection to a running gateway: it answers and closes in time, never with a
 * failure of its own, shows nothing of itself or of the caller, and a message that it refuses
 * reaches nothing behind it. The seeds are the requests of the transcripts.
 */
public final class WireFuzz {
  private static final int LONGEST_SEED = 4000;
  private static final int UNKNOWN_HTTP_VERSION = 501;
  private static final int MOST_BYTES = 4_000_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^(content-length:[ \\t]*)\\d{1,9}(?=\\r\\n)");
  private static final Pattern PROTOCOL_ERROR =
      Pattern.compile("\"error\":\\{\"code\":-32(700|600|601|020|021|022),");

  /** Whatever came before it, the connection ends with it. */
  private static final String LAST =
      "GET /nothing-is-here HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private static final class Started {
    private static final RunningGateway GATEWAY =
        RunningGateway.start(
            Map.of(
                "mcp.idle-timeout-s", "1",
                "mcp.request-timeout-ms", "5000",
                "mcp.rate-limit.address-per-minute", "100000000",
                "mcp.rate-limit.verifications-per-second", "100000"));

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(GATEWAY::close));
    }
  }

  private WireFuzz() {}

  /** Writes the seeds as files into a directory, for {@code bin/fuzz}. */
  public static void main(String[] arguments) throws IOException {
    int number = 0;
    for (byte[] seed : seeds()) {
      Files.write(Path.of(arguments[0], "request-" + number++), seed);
    }
  }

  static List<byte[]> seeds() {
    Variables variables = new Variables(Target.bare(0));
    Map<String, byte[]> seeds = new LinkedHashMap<>();
    Transcripts.all()
        .forEach(
            (name, transcript) -> {
              for (Transcript.Step step : transcript.steps()) {
                if (step instanceof Transcript.Exchange exchange) {
                  add(seeds, exchange.request(), variables);
                }
              }
            });
    return List.copyOf(seeds.values());
  }

  private static void add(
      Map<String, byte[]> seeds, Transcript.Request request, Variables variables) {
    RequestBytes bytes;
    try {
      bytes = RequestBytes.of(request, variables);
    } catch (IllegalArgumentException e) {
      // It needs a value of an earlier answer.
      return;
    }
    byte[] all = joined(bytes.head(), bytes.body());
    if (all.length <= LONGEST_SEED) {
      seeds.put(new String(all, StandardCharsets.ISO_8859_1), all);
    }
  }

  public static void fuzzerTestOneInput(byte[] input) {
    RunningGateway gateway = Started.GATEWAY;
    gateway.resetCounters();
    String answers;
    try (RawConnection connection = new RawConnection(gateway.port())) {
      connection.send(joined(framed(input), LAST.getBytes(StandardCharsets.US_ASCII)));
      answers = connection.bytesUntilClosed(MOST_BYTES);
    } catch (IOException e) {
      throw new AssertionError("no answer and no end", e);
    }
    List<Integer> statuses = new ArrayList<>();
    for (Matcher status = STATUS.matcher(answers); status.find(); ) {
      statuses.add(Integer.parseInt(status.group(1)));
    }
    assertThat(statuses)
        .as(answers)
        .allMatch(status -> status < 500 || status == UNKNOWN_HTTP_VERSION);
    assertThat(answers).doesNotContain("-32603", "Exception", "\tat ", "Bearer sandbox-");
    if (refused(statuses, answers)) {
      assertThat(calls(gateway)).as(answers).isEmpty();
    } else {
      gateway.sandbox("DELETE", "/sandbox/calls", "");
    }
  }

  /** Where no answer is a result. An unknown resource is -32602 too, and is looked for. */
  private static boolean refused(List<Integer> statuses, String answers) {
    long errors = PROTOCOL_ERROR.matcher(answers).results().count();
    long fine = statuses.stream().filter(status -> status < 400).count();
    long refusedWithin200 =
        errors - statuses.stream().filter(status -> status >= 400).limit(errors).count();
    return fine == 0 || fine == refusedWithin200;
  }

  /** With the length of what follows the head, where the head gives exactly one. */
  private static byte[] framed(byte[] input) {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return input;
    }
    String head = text.substring(0, end + 2);
    Matcher length = LENGTH.matcher(head);
    if (length.results().count() == 1) {
      head = length.reset().replaceFirst("$1" + (text.length() - end - 4));
    }
    return (head + text.substring(end + 2)).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> calls(RunningGateway gateway) {
    List<String> calls = new ArrayList<>();
    try {
      for (JsonNode call : Json.parse(gateway.sandbox("GET", "/sandbox/calls", ""))) {
        if (!call.path("path").asText().startsWith("/v2/me")) {
          calls.add(call.path("method").asText() + " " + call.path("path").asText());
        }
      }
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
    return calls;
  }

  private static byte[] joined(byte[] one, byte[] other) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(one);
    all.writeBytes(other);
    return all.toByteArray();
  }
}
