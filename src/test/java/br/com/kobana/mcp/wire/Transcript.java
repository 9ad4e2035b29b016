package br.com.kobana.mcp.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A conversation and what it shows, read from one file. The format is described in {@code
 * src/test/resources/wire/README.md}.
 *
 * @param why the sentences at the top of the file
 * @param requirements ids of {@code docs/requirements.yaml} that this conversation covers
 */
record Transcript(String why, List<String> requirements, List<Step> steps) {

  /** One thing to do or to check, in the order of the file. */
  sealed interface Step {
    int line();
  }

  /** A request as sent and the answer as expected, {@code times} in a row. */
  record Exchange(int line, int times, boolean sameConnection, Request request, Expected expected)
      implements Step {}

  /** Empties the rate-limit buckets. */
  record Reset(int line) implements Step {}

  /** Waits until a window of this many seconds has room left for what follows. */
  record Room(int line, int windowSeconds) implements Step {}

  /** A call to the sandbox's own controls. */
  record Control(int line, String method, String path, String body) implements Step {}

  /** How many calls of this method and path prefix the API received since the start. */
  record Calls(int line, int count, String method, String pathPrefix) implements Step {}

  /** The last call the API received, as a JSON pattern. */
  record LastCall(int line, String pattern) implements Step {}

  /** No call that the API received holds this text, whatever its case. */
  record CallsLack(int line, String text) implements Step {}

  /**
   * @param start the request line, or a shorthand for it and its headers
   * @param headers as written; {@code !Name} takes a header of the shorthand away
   */
  record Request(String start, List<String> headers, String body) {}

  /**
   * @param status such as {@code 200}, {@code 4xx} or {@code 400|401}
   * @param headers rules for headers
   * @param body a pattern; empty where the answer has no body
   */
  record Expected(String status, List<String> headers, String body) {}

  /** A file that is not a transcript. */
  static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(int line, String message) {
      super("line " + line + ": " + message);
    }
  }

  static Transcript read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  static Transcript parse(String text) {
    return new Parser(text.split("\n", -1)).parse();
  }

  private static final class Parser {
    private static final Pattern STATUS = Pattern.compile("[1-5](\\d\\d|xx)(\\|[1-5](\\d\\d|xx))*");
    private final String[] lines;
    private int next;
    private final StringBuilder why = new StringBuilder();
    private final List<String> requirements = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    Parser(String[] lines) {
      this.lines = lines;
    }

    Transcript parse() {
      int times = 1;
      while (next < lines.length) {
        String line = lines[next];
        int at = next + 1;
        if (line.startsWith(">>>")) {
          steps.add(exchange(times));
          times = 1;
          continue;
        }
        next++;
        if (line.startsWith("@repeat ")) {
          times = number(line.substring(8).strip(), at);
        } else if (line.startsWith("@")) {
          directive(line, at);
        } else if (line.startsWith("#")) {
          if (steps.isEmpty()) {
            why.append(line.substring(1).strip()).append(' ');
          }
        } else if (!line.isBlank()) {
          throw new Unreadable(at, "expected a directive, a comment or >>>");
        }
      }
      if (why.toString().isBlank()) {
        throw new Unreadable(1, "a transcript starts with a sentence that says why it exists");
      }
      if (steps.stream().noneMatch(Exchange.class::isInstance)) {
        throw new Unreadable(lines.length, "no exchange");
      }
      return new Transcript(why.toString().strip(), List.copyOf(requirements), List.copyOf(steps));
    }

    private void directive(String line, int at) {
      String[] words = line.strip().split("\\s+", 2);
      String rest = words.length > 1 ? words[1] : "";
      switch (words[0]) {
        case "@req" -> requirements.addAll(List.of(rest.split("\\s+")));
        case "@reset" -> steps.add(new Reset(at));
        case "@room" -> steps.add(new Room(at, number(rest.strip(), at)));
        case "@sandbox" -> {
          String[] call = rest.split("\\s+", 3);
          if (call.length < 2) {
            throw new Unreadable(at, "@sandbox METHOD PATH [BODY]");
          }
          steps.add(new Control(at, call[0], call[1], call.length > 2 ? call[2] : ""));
        }
        case "@calls" -> {
          String[] call = rest.split("\\s+", 3);
          steps.add(
              new Calls(
                  at,
                  number(call[0], at),
                  call.length > 1 ? call[1] : "",
                  call.length > 2 ? call[2] : ""));
        }
        case "@upstream" -> steps.add(new LastCall(at, rest));
        case "@upstream-lacks" -> steps.add(new CallsLack(at, rest));
        default -> throw new Unreadable(at, "unknown directive " + words[0]);
      }
    }

    private Exchange exchange(int times) {
      int at = next + 1;
      String mark = lines[next++].substring(3).strip();
      if (!mark.isEmpty() && !mark.equals("again")) {
        throw new Unreadable(at, "expected >>> or >>> again");
      }
      Request request = request(at);
      Expected expected = expected();
      return new Exchange(at, times, mark.equals("again"), request, expected);
    }

    private Request request(int at) {
      if (next >= lines.length) {
        throw new Unreadable(at, "a request line is missing");
      }
      String start = lines[next++];
      List<String> headers = new ArrayList<>();
      while (next < lines.length && !lines[next].isEmpty() && !lines[next].startsWith("<<<")) {
        headers.add(lines[next++]);
      }
      StringBuilder body = new StringBuilder();
      if (next < lines.length && lines[next].isEmpty()) {
        next++;
      }
      while (next < lines.length && !lines[next].startsWith("<<<")) {
        body.append(lines[next++]).append('\n');
      }
      if (next >= lines.length) {
        throw new Unreadable(at, "no <<< after this request");
      }
      return new Request(start, List.copyOf(headers), stripEnd(body.toString()));
    }

    private Expected expected() {
      int at = next + 1;
      String status = lines[next++].substring(3).strip();
      if (!STATUS.matcher(status).matches()) {
        throw new Unreadable(at, "expected <<< and a status");
      }
      List<String> headers = new ArrayList<>();
      while (next < lines.length && !lines[next].isEmpty() && !ends(lines[next])) {
        headers.add(lines[next++]);
      }
      StringBuilder body = new StringBuilder();
      while (next < lines.length && !ends(lines[next])) {
        body.append(lines[next++]).append('\n');
      }
      return new Expected(status, List.copyOf(headers), body.toString().strip());
    }

    private static boolean ends(String line) {
      return line.startsWith(">>>") || line.startsWith("@") || line.startsWith("#");
    }

    /** Newlines before {@code <<<} are for the reader of the file. */
    private static String stripEnd(String body) {
      int end = body.length();
      while (end > 0 && body.charAt(end - 1) == '\n') {
        end--;
      }
      return body.substring(0, end);
    }

    private static int number(String text, int line) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new Unreadable(line, "not a number: " + text);
      }
    }
  }
}
