package br.com.kobana.mcp.completion;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Values that may be suggested, and which of them fit what was typed so far. Immutable. */
final class Candidates {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final int MAX_TYPED = 500;

  private final List<Candidate> candidates;

  /**
   * @param folded without accents, in lower case
   */
  private record Candidate(String value, String folded) {}

  Candidates(List<String> values) {
    this.candidates = values.stream().map(v -> new Candidate(v, fold(v))).toList();
  }

  /**
   * The values that begin with what was typed, then those with a later word that does; each group
   * in the order given. Case and accents do not matter.
   */
  List<String> matching(String typed) {
    if (typed.length() > MAX_TYPED) {
      return List.of();
    }
    String start = fold(typed);
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.folded().startsWith(start)) {
        first.add(candidate.value());
      } else if (hasWord(candidate.folded(), start)) {
        second.add(candidate.value());
      }
    }
    first.addAll(second);
    return first;
  }

  /**
   * Values of segments between dots, up to the end of the segment being typed: {@code pay} gives
   * {@code payment.}, and that gives {@code payment.pix.} and its like. What begins no value is
   * looked for among the words of whole values.
   */
  List<String> nextSegments(String typed) {
    if (typed.length() > MAX_TYPED) {
      return List.of();
    }
    String start = fold(typed);
    Set<String> next = new LinkedHashSet<>();
    for (Candidate candidate : candidates) {
      if (candidate.folded().startsWith(start)) {
        int dot = candidate.value().indexOf('.', start.length());
        next.add(dot < 0 ? candidate.value() : candidate.value().substring(0, dot + 1));
      }
    }
    return next.isEmpty() ? matching(typed) : List.copyOf(next);
  }

  /** Completes the last item of a comma list; what is in the list already is not offered again. */
  List<String> lastOfList(String typed) {
    int comma = typed.lastIndexOf(',');
    if (comma < 0) {
      return matching(typed);
    }
    String before = typed.substring(0, comma + 1);
    List<String> used = Arrays.stream(before.split(",", -1)).map(String::strip).toList();
    return matching(typed.substring(comma + 1).strip()).stream()
        .filter(value -> !used.contains(value))
        .map(value -> before + value)
        .toList();
  }

  private static boolean hasWord(String folded, String start) {
    for (int at = folded.indexOf(start, 1); at > 0; at = folded.indexOf(start, at + 1)) {
      if (!Character.isLetterOrDigit(folded.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }

  private static String fold(String text) {
    return MARKS
        .matcher(Normalizer.normalize(text, Normalizer.Form.NFD))
        .replaceAll("")
        .toLowerCase(Locale.ROOT);
  }
}
