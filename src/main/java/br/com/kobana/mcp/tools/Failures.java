package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says in words why a call did not succeed and what to do next: what may be repeated, what must be
 * looked at first. A write whose outcome is not known never reads as one that failed.
 *
 * @param key the idempotency key the call was sent with
 * @param keyArgument the argument that would repeat it, where the tool declares one
 * @param readTool a tool the caller may run that reads the record
 */
record Failures(
    Tool tool, Optional<String> key, Optional<String> keyArgument, Optional<String> readTool) {
  private static final int LONGEST = 2000;

  /** Whether the API repeated the answer it gave to an earlier call under the same key. */
  static boolean isReplay(UpstreamResponse answer) {
    return answer.header("x-idempotency-replayed").filter("true"::equalsIgnoreCase).isPresent();
  }

  /** The API answered with an error. */
  String answered(UpstreamResponse answer) {
    int status = answer.status();
    List<String> problems = AnswerShapes.problems(answer);
    if (tool.writes() && unknownAfter(status)) {
      // The API keeps what it answered itself, a 500 too; a gateway before it keeps nothing.
      boolean kept = key.isPresent() && (status == 500 || isReplay(answer));
      return kept
          ? text(storedFailure(answer), problems, newKey())
          : text(outcomeUnknown("the API answered HTTP " + status), problems, advice());
    }
    if (tool.writes() && key.isPresent() && refusesKey(status, problems)) {
      return text(
          "The idempotency key was used before with other arguments (HTTP " + status + ").",
          problems,
          "This call did nothing. To repeat the earlier call, send exactly its arguments. For"
              + " another operation, leave the key out or choose a new one.");
    }
    String replay =
        isReplay(answer) ? "This is the answer to an earlier call with the same key. " : "";
    return text(replay + headline(answer), problems, next(answer));
  }

  /** No answer came. */
  String unanswered(UpstreamFailure failure) {
    if (failure.reason() == UpstreamFailure.Reason.UNAVAILABLE && !failure.sent()) {
      return text(
          "This part of the API has failed too often just now, so the gateway does not call it for"
              + " the moment. Nothing was sent, so nothing happened. Try again in "
              + failure.retryAfter().map(Duration::toSeconds).orElse(1L)
              + " seconds.",
          List.of(),
          "");
    }
    if (failure.reason() == UpstreamFailure.Reason.BUSY && !failure.sent()) {
      return text(
          "Too many calls to this part of the API are under way. Nothing was sent, so nothing"
              + " happened. Try again in a few seconds.",
          List.of(),
          "");
    }
    if (!failure.sent()) {
      return text(
          "The API could not be reached ("
              + reason(failure)
              + "). Nothing was sent, so nothing happened; the call can be repeated.",
          List.of(),
          "");
    }
    if (tool.writes()) {
      return text(outcomeUnknown(reason(failure)), List.of(), advice());
    }
    String next =
        failure.reason() == UpstreamFailure.Reason.TOO_LARGE
            ? "Ask for less: a smaller limit, fewer fields or narrower filters."
            : "Reading changes nothing; the call can be repeated.";
    return text("The read failed: " + reason(failure) + ".", List.of(), next);
  }

  /** The API answered with success and something that is no JSON, or a read with nothing. */
  String unreadable(UpstreamResponse answer) {
    String what = AnswerShapes.isBlank(answer) ? "an empty answer" : "an answer that is not JSON";
    String status = what + " (HTTP " + answer.status() + ")";
    if (tool.writes()) {
      return text(outcomeUnknown("the API gave " + status), List.of(), advice());
    }
    return text(
        "The read failed: the API gave " + status + ".",
        List.of(),
        "Reading changes nothing; the call can be repeated.");
  }

  /**
   * After these the write may have happened: a gateway gave up on it, or the API broke in the
   * middle of it. Any other 4xx was refused before it ran.
   */
  private static boolean unknownAfter(int status) {
    return status >= 500 || status == 408 || status < 400;
  }

  private static String outcomeUnknown(String because) {
    return "Outcome unknown: " + because + ". It may have happened. Do not simply repeat it.";
  }

  private String storedFailure(UpstreamResponse answer) {
    String because =
        isReplay(answer)
            ? "the API repeated the failure (HTTP "
                + answer.status()
                + ") that it stored for this idempotency key"
            : "the API answered HTTP " + answer.status();
    return outcomeUnknown(because);
  }

  /** A stored failure comes back for as long as the API keeps the key: a day at least. */
  private String newKey() {
    return check()
        + " The call's idempotency key is "
        + key.orElse("")
        + ", and the API answers the same to whatever repeats it. If it did not happen, call again"
        + keyArgument.map(a -> " with a new \"" + a + "\" or without one.").orElse(".");
  }

  private static boolean refusesKey(int status, List<String> problems) {
    return (status == 400 || status == 409 || status == 422)
        && problems.stream().anyMatch(p -> p.toLowerCase(Locale.ROOT).contains("idempot"));
  }

  private String check() {
    return readTool
        .map(t -> "Check with " + t + " whether it happened.")
        .orElse("Check whether it happened before anything else.");
  }

  private String advice() {
    StringBuilder out = new StringBuilder(check());
    key.ifPresent(
        k -> {
          out.append(" The call's idempotency key is ").append(k).append('.');
          keyArgument.ifPresent(
              argument ->
                  out.append(" If it must be repeated, send the same arguments with \"")
                      .append(argument)
                      .append("\": \"")
                      .append(k)
                      .append("\": the API then runs it at most once."));
        });
    return out.toString();
  }

  private static String headline(UpstreamResponse answer) {
    int status = answer.status();
    String http = " (HTTP " + status + ").";
    return switch (status) {
      case 400 -> "The API did not accept the request" + http;
      case 401 ->
          "The API refused the token"
              + http
              + " It is expired, revoked or not for this environment; connect again.";
      case 403 -> "The API refused permission" + http;
      case 404 -> "Not found for this account" + http;
      case 409 -> "The call conflicts with the record's state or with a call under way" + http;
      case 422 -> "The API refused the data" + http;
      case 429 -> limitReached(answer);
      default ->
          status >= 500
              ? "The read failed: the API is not available" + http
              : "The API gave an answer that this tool does not expect" + http;
    };
  }

  private static String limitReached(UpstreamResponse answer) {
    String limit = number(answer, "ratelimit-limit").map(n -> " of " + n + " an hour").orElse("");
    String wait =
        number(answer, "retry-after")
            .map(n -> "Wait " + n + " seconds before the next call.")
            .orElse("Wait for the next full hour.");
    return "The account's request limit"
        + limit
        + " at the API is used up (HTTP 429). "
        + wait
        + " This is a limit, not a missing permission.";
  }

  private String next(UpstreamResponse answer) {
    int status = answer.status();
    String advice =
        switch (status) {
          case 400, 422 -> "Correct the arguments and call again.";
          case 403 -> "Another token or another permission is needed; repeating does not help.";
          case 404 -> "Check the id: it may be mistyped, deleted or another account's.";
          case 409 ->
              readTool.map(t -> "Read it with " + t + " first.").orElse("Read the record first.");
          default -> status >= 500 ? "Reading changes nothing; the call can be repeated." : "";
        };
    boolean refused = tool.writes() && status != 409;
    return refused ? ("Nothing was executed. " + advice).strip() : advice;
  }

  private static Optional<String> number(UpstreamResponse answer, String header) {
    return answer
        .header(header)
        .filter(v -> !v.isEmpty() && v.length() <= 10)
        .filter(v -> v.chars().allMatch(c -> c >= '0' && c <= '9'));
  }

  static String reason(UpstreamFailure failure) {
    return switch (failure.reason()) {
      case CONNECT -> "no connection";
      case TIMEOUT -> "no answer came in time";
      case RESET -> "the connection broke";
      case TOO_LARGE -> "the answer was larger than the gateway takes";
      case CANCELLED -> "the call was cancelled";
      case UNAVAILABLE -> "this part of the API is not called for the moment";
      case BUSY -> "too many calls are under way";
    };
  }

  /** What to do next is never what gets cut. */
  private static String text(String headline, List<String> problems, String next) {
    StringBuilder out = new StringBuilder(headline);
    int room = LONGEST - headline.length() - next.length() - 1;
    for (String problem : problems) {
      String line = "\n- " + problem;
      if (line.length() > room) {
        break;
      }
      out.append(line);
      room -= line.length();
    }
    return next.isEmpty() ? out.toString() : out.append('\n').append(next).toString();
  }
}
