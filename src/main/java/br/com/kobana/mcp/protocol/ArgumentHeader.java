package br.com.kobana.mcp.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An argument of a tool that the client repeats in the header {@code Mcp-Param-<name>}, so that a
 * proxy can act on it without reading the body (spec 2026-07-28, {@code x-mcp-header}). What a
 * proxy acted on and what the tool runs with must be the same.
 *
 * @param argument as the model writes it
 * @param name what follows {@code Mcp-Param-}
 */
public record ArgumentHeader(String argument, String name) {
  /** The keyword of an argument's schema that names the header. */
  public static final String KEYWORD = "x-mcp-header";

  private static final String PREFIX = "Mcp-Param-";

  /** Short enough that no number costs anything to compare. */
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,40}(\\.0{1,40})?");

  /**
   * @param arguments those of the call; whether they fit the schema is not looked at here
   * @return the refusal where header and argument differ
   */
  public Optional<Refusal> refusal(RequestHead head, JsonNode arguments) {
    String header = PREFIX + name;
    JsonNode value = arguments.path(argument);
    if (value.isMissingNode() || value.isNull()) {
      return head.all(header).isEmpty()
          ? Optional.empty()
          : Optional.of(
              MirroredValue.mismatch(header + " is given without the argument " + argument));
    }
    if (value.isContainerNode()) {
      // The argument is at fault; the tool says so.
      return Optional.empty();
    }
    return MirroredValue.of(head, header)
        .refusedUnless(given -> equal(given, value), "the argument " + argument);
  }

  private static boolean equal(String given, JsonNode value) {
    return value.isNumber()
        ? INTEGER.matcher(given).matches()
            && new BigDecimal(given).compareTo(value.decimalValue()) == 0
        : given.equals(value.asText());
  }
}
