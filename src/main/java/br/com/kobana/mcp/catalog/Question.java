package br.com.kobana.mcp.catalog;

import java.util.List;
import java.util.Optional;

/**
 * How a person is asked before a destructive tool runs. Whatever is empty has a default.
 *
 * @param title what would happen, in Portuguese, such as {@code Cancelar boleto}
 * @param show dotted fields that a person must see first, of the arguments and of the record
 * @param record the tool that reads the record acted on, where its path does not tell
 */
public record Question(Optional<String> title, List<String> show, Optional<String> record) {
  /** All defaults. */
  public static final Question DEFAULT =
      new Question(Optional.empty(), List.of(), Optional.empty());

  public Question {
    show = List.copyOf(show);
  }
}
