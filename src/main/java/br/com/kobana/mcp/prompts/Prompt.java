package br.com.kobana.mcp.prompts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A ready-made prompt, as its YAML file tells it.
 *
 * @param name stable and unique, such as {@code banking_pix_charge}
 * @param title for people, in Portuguese
 * @param needs tools all of which the caller must be able to run, or the prompt is not listed
 * @param needsAny tools of which the caller must be able to run one; empty where there are none
 * @param optional tools that only change the text
 */
public record Prompt(
    String name,
    String title,
    String description,
    List<String> needs,
    List<String> needsAny,
    List<String> optional,
    List<Argument> arguments,
    List<Step> steps) {

  public Prompt {
    needs = List.copyOf(needs);
    needsAny = List.copyOf(needsAny);
    optional = List.copyOf(optional);
    arguments = List.copyOf(arguments);
    steps = List.copyOf(steps);
  }

  /** Every tool the prompt knows of. */
  Stream<String> tools() {
    return Stream.of(needs, needsAny, optional).flatMap(List::stream);
  }

  public Optional<Argument> argument(String argumentName) {
    return arguments.stream().filter(a -> a.name().equals(argumentName)).findFirst();
  }

  /**
   * An argument. Values are strings, as the protocol has it.
   *
   * @param fallback the value taken where none is given; {@code today} is the day in Brasília
   * @param maxLength in code points
   * @param values the values allowed; empty where any of the type is
   * @param many whether the value is a comma list of {@code values}
   * @param valueTools for a value that only some can use, the tool that they must be able to run
   */
  public record Argument(
      String name,
      String description,
      boolean required,
      Type type,
      Optional<String> fallback,
      int maxLength,
      List<String> values,
      boolean many,
      Map<String, String> valueTools,
      Suggestion suggestion) {

    public Argument {
      values = List.copyOf(values);
      valueTools = Map.copyOf(valueTools);
    }
  }

  /** What a value looks like. */
  public enum Type {
    TEXT,
    /** A uid or number that names a record. */
    ID,
    /** {@code YYYY-MM-DD}. */
    DATE,
    /** Reais above zero, with a dot and at most two places. */
    AMOUNT,
    /** CPF or CNPJ, with or without mask; a CNPJ may hold letters. */
    DOCUMENT,
    /** Digits of a boleto: the bar code (44) or the line that people type (47 or 48). */
    BILLET_CODE,
    INTEGER
  }

  /** Where completions of an argument come from. */
  public sealed interface Suggestion {
    /** Free text, personal data, amounts: nothing is ever suggested. */
    record None() implements Suggestion {}

    /** The argument's own values. */
    record Values() implements Suggestion {}

    /** A table of the prompt files. */
    record FromTable(String table) implements Suggestion {}

    /** Days in Brasília's calendar. */
    record Dates(Range range) implements Suggestion {}

    /**
     * Records this caller has been shown.
     *
     * @param type name of the record type
     * @param field {@code uid} or {@code id}
     */
    record Records(String type, String field) implements Suggestion {}
  }

  /** Which days are suggested. */
  public enum Range {
    /** Today, yesterday, and the ends of this month and the last. */
    PAST,
    /** Today and the next days on which banks work. */
    SCHEDULE
  }

  /**
   * A step of the text.
   *
   * @param otherwise what stands there where the conditions do not hold; without it, nothing does
   * @param tools condition: the caller can run all of these
   * @param given condition: all of these arguments have a value
   * @param where condition: these arguments have these values
   */
  record Step(
      String text,
      Optional<String> otherwise,
      List<String> tools,
      List<String> given,
      Map<String, String> where) {}
}
