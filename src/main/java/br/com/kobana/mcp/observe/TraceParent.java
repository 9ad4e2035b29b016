package br.com.kobana.mcp.observe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a request comes from in a trace (W3C Trace Context, level 1): of the HTTP header, which is
 * nearer, else of the message's {@code _meta.traceparent} (SEP-414). What is malformed is as if it
 * were not there.
 *
 * @param text as it was sent; safe to show
 */
public record TraceParent(String text) {
  private static final Pattern VALID =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]*)?");

  /** The longest that is read: versions to come may say more than 55 characters. */
  private static final int LONGEST = 128;

  /** That of this request, where it has one. */
  public static Optional<TraceParent> of(Observation observation) {
    return observation
        .head()
        .flatMap(head -> head.only("traceparent"))
        .flatMap(TraceParent::read)
        .or(() -> observation.params().flatMap(TraceParent::meta));
  }

  private static Optional<TraceParent> meta(ObjectNode params) {
    return Optional.ofNullable(params.path("_meta").path("traceparent").textValue())
        .flatMap(TraceParent::read);
  }

  private static Optional<TraceParent> read(String text) {
    boolean valid =
        text.length() <= LONGEST
            && VALID.matcher(text).matches()
            && (text.length() == 55 || !text.startsWith("00"));
    return valid ? Optional.of(new TraceParent(text)) : Optional.empty();
  }

  /** The span that the request is below, 16 hexadecimal digits. */
  public String spanId() {
    return text.substring(36, 52);
  }

  /** The trace, 32 hexadecimal digits. */
  public String id() {
    return text.substring(3, 35);
  }
}
