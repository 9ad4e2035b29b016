package br.com.kobana.mcp.prompts;

import java.util.List;

/**
 * Values that completions suggest.
 *
 * @param variables the variables of URI templates that take their values from here
 */
public record Table(String name, Style style, List<String> values, List<String> variables) {
  /** How a value is completed. */
  public enum Style {
    /** As a whole. */
    WHOLE,
    /** By the next segment between dots: {@code payment.} before {@code payment.pix.}. */
    SEGMENTS
  }

  public Table {
    values = List.copyOf(values);
    variables = List.copyOf(variables);
  }
}
