package br.com.kobana.mcp.prompts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads one prompt file, and refuses one whose text could promise what its conditions do not. */
final class PromptReader {
  /** Longest value of an argument, in code points, where the file does not say otherwise. */
  static final int DEFAULT_MAX_LENGTH = 500;

  private static final int HARD_MAX_LENGTH = 1000;
  private static final Pattern TOOL = Pattern.compile("\\bbanking_[a-z0-9_]+");

  private PromptReader() {}

  static Prompt read(YamlObject yaml) {
    String name = yaml.text("name");
    if (!name.matches("[a-z][a-z0-9_]{0,63}")) {
      throw yaml.error("name", "must be lower-case letters, digits and underscores");
    }
    Prompt prompt =
        new Prompt(
            name,
            yaml.text("title"),
            yaml.text("description"),
            yaml.texts("needs"),
            yaml.texts("needs_any"),
            yaml.texts("optional"),
            yaml.objects("arguments").stream().map(PromptReader::argument).toList(),
            yaml.objects("steps").stream().map(PromptReader::step).toList());
    yaml.done();
    check(yaml, prompt);
    return prompt;
  }

  private static Prompt.Argument argument(YamlObject yaml) {
    String name = yaml.text("name");
    if (!name.matches("[a-zA-Z][a-zA-Z0-9_]{0,63}")) {
      throw yaml.error("name", "must be letters, digits and underscores");
    }
    Prompt.Type type =
        yaml.optionalText("type")
            .map(t -> constant(yaml, "type", t, Prompt.Type.values()))
            .orElse(Prompt.Type.TEXT);
    List<String> values = yaml.texts("values");
    Map<String, String> valueTools = yaml.textMap("value_tools");
    if (!values.containsAll(valueTools.keySet())) {
      throw yaml.error("value_tools", "names a value that is not among the values");
    }
    Prompt.Argument argument =
        new Prompt.Argument(
            name,
            yaml.text("description"),
            yaml.flag("required"),
            type,
            yaml.optionalText("default"),
            yaml.number("max_length", DEFAULT_MAX_LENGTH, HARD_MAX_LENGTH),
            values,
            yaml.flag("many"),
            valueTools,
            suggestion(yaml, values));
    yaml.done();
    checkFallback(yaml, argument);
    return argument;
  }

  private static void checkFallback(YamlObject yaml, Prompt.Argument argument) {
    argument
        .fallback()
        .filter(f -> !(f.equals("today") && argument.type() == Prompt.Type.DATE))
        .flatMap(f -> ArgumentCheck.objection(argument, f, argument.values()))
        .ifPresent(
            why -> {
              throw yaml.error("default", why);
            });
    if (argument.required() && argument.fallback().isPresent()) {
      throw yaml.error("default", "makes no sense where the argument is required");
    }
  }

  private static Prompt.Suggestion suggestion(YamlObject yaml, List<String> values) {
    Optional<YamlObject> suggest = yaml.object("suggest");
    if (suggest.isEmpty()) {
      return values.isEmpty() ? new Prompt.Suggestion.None() : new Prompt.Suggestion.Values();
    }
    YamlObject from = suggest.get();
    Optional<String> table = from.optionalText("table");
    Optional<String> dates = from.optionalText("dates");
    Optional<String> records = from.optionalText("records");
    String field = from.optionalText("field").orElse("uid");
    from.done();
    if (Stream.of(table, dates, records).filter(Optional::isPresent).count() != 1) {
      throw from.error("suggest", "must name one of table, dates, records");
    }
    if (!field.equals("uid") && !field.equals("id")) {
      throw from.error("field", "must be uid or id");
    }
    return table
        .<Prompt.Suggestion>map(Prompt.Suggestion.FromTable::new)
        .or(() -> records.map(r -> new Prompt.Suggestion.Records(r, field)))
        .orElseGet(
            () ->
                new Prompt.Suggestion.Dates(
                    constant(from, "dates", dates.orElseThrow(), Prompt.Range.values())));
  }

  private static Prompt.Step step(YamlObject yaml) {
    Prompt.Step step =
        new Prompt.Step(
            yaml.text("text"),
            yaml.optionalText("otherwise"),
            yaml.texts("tools"),
            yaml.texts("given"),
            yaml.textMap("where"));
    yaml.done();
    return step;
  }

  private static void check(YamlObject yaml, Prompt prompt) {
    if (prompt.steps().isEmpty()) {
      throw yaml.error("steps", "is missing");
    }
    if (prompt.needs().isEmpty() && prompt.needsAny().isEmpty()) {
      throw yaml.error("needs", "names no tool");
    }
    List<String> tools = prompt.tools().toList();
    requireUnique(yaml, "tools", tools, Function.identity());
    requireUnique(yaml, "arguments", prompt.arguments(), Prompt.Argument::name);
    for (Prompt.Argument argument : prompt.arguments()) {
      if (!tools.containsAll(argument.valueTools().values())) {
        throw yaml.error(argument.name(), "names a tool that the prompt does not");
      }
    }
    for (int i = 0; i < prompt.steps().size(); i++) {
      checkStep(yaml, "steps[" + i + "]", prompt, prompt.steps().get(i));
    }
  }

  /** A step may only name tools that whoever reads it can run. */
  private static void checkStep(YamlObject yaml, String at, Prompt prompt, Prompt.Step step) {
    if (!prompt.tools().toList().containsAll(step.tools())) {
      throw yaml.error(at, "has a condition on a tool that the prompt does not name");
    }
    if (!Stream.concat(step.given().stream(), step.where().keySet().stream())
        .allMatch(name -> prompt.argument(name).isPresent())) {
      throw yaml.error(at, "has a condition on an argument that the prompt does not have");
    }
    Set<String> runnable = new HashSet<>(prompt.needs());
    requireMentions(yaml, at + " otherwise", step.otherwise().orElse(""), runnable);
    runnable.addAll(step.tools());
    requireMentions(yaml, at, step.text(), runnable);
  }

  private static void requireMentions(
      YamlObject yaml, String at, String text, Set<String> runnable) {
    if (text.contains("{{") || text.contains("${")) {
      throw yaml.error(at, "has a placeholder: values stand in their own list, never in the text");
    }
    TOOL.matcher(text)
        .results()
        .map(r -> r.group())
        .filter(tool -> !runnable.contains(tool))
        .findFirst()
        .ifPresent(
            tool -> {
              throw yaml.error(at, "mentions " + tool + " without needing it");
            });
  }

  private static <T> void requireUnique(
      YamlObject yaml, String member, List<T> items, Function<T, String> key) {
    List<String> seen = new ArrayList<>();
    for (T item : items) {
      if (seen.contains(key.apply(item))) {
        throw yaml.error(member, "names " + key.apply(item) + " twice");
      }
      seen.add(key.apply(item));
    }
  }

  private static <E extends Enum<E>> E constant(
      YamlObject yaml, String member, String text, E[] constants) {
    for (E constant : constants) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    List<String> known = Stream.of(constants).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
    throw yaml.error(member, "must be one of " + String.join(", ", known));
  }

  static Table table(YamlObject yaml) {
    Table table =
        new Table(
            yaml.text("name"),
            yaml.optionalText("style")
                .map(s -> constant(yaml, "style", s, Table.Style.values()))
                .orElse(Table.Style.WHOLE),
            yaml.texts("values"),
            yaml.texts("variables"));
    yaml.done();
    if (table.values().isEmpty()) {
      throw yaml.error("values", "is missing");
    }
    return table;
  }
}
