package br.com.kobana.mcp.settings;

import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Guards on what may be spent. All layers that apply to a call must let it pass, so that a narrower
 * one can only tighten.
 *
 * @param general for every call
 * @param accounts by uid of the account acted on
 * @param tools by name of the tool, without sums
 */
public record GuardSettings(Layer general, Map<String, Layer> accounts, Map<String, Layer> tools) {
  private static final Pattern FORMATTED_DOCUMENT =
      Pattern.compile(
          "\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}"
              + "|[0-9a-z]{2}\\.[0-9a-z]{3}\\.[0-9a-z]{3}/[0-9a-z]{4}-\\d{2}");

  /**
   * One layer. Amounts are in centavos.
   *
   * @param prefix of its keys, for refusals
   * @param call the most that one call may pay
   * @param hour the most that one token may pay in an hour
   * @param day the most that one token may pay in a day
   * @param payees the only ones that may be paid
   * @param hours when money may be moved
   * @param never tools that may not be called at all
   */
  public record Layer(
      String prefix,
      OptionalLong call,
      OptionalLong hour,
      OptionalLong day,
      Optional<Set<String>> payees,
      Optional<Hours> hours,
      List<String> never) {
    /** Whether anything is guarded. */
    public boolean isOn() {
      return call.isPresent() || sums() || payees.isPresent() || hours.isPresent();
    }

    /** Whether sums are kept. */
    public boolean sums() {
      return hour.isPresent() || day.isPresent();
    }
  }

  /**
   * A part of the day, in Brasília.
   *
   * @param to first minute after it; midnight means the end of the day
   * @param text as configured
   */
  public record Hours(LocalTime from, LocalTime to, String text) {
    /** Whether a time of day is in it. */
    public boolean hold(LocalTime time) {
      return !time.isBefore(from) && (endsAtMidnight() || time.isBefore(to));
    }

    boolean hold(Hours other) {
      boolean ends = endsAtMidnight() || (!other.endsAtMidnight() && !other.to.isAfter(to));
      return !other.from.isBefore(from) && ends;
    }

    boolean endsAtMidnight() {
      return to.equals(LocalTime.MIDNIGHT);
    }
  }

  /**
   * A payee as lists and calls are compared: letters of either case are one, and a document has no
   * punctuation.
   */
  public static String payee(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    return FORMATTED_DOCUMENT.matcher(lower).matches() ? lower.replaceAll("[./-]", "") : lower;
  }

  public GuardSettings {
    accounts = Map.copyOf(accounts);
    tools = Map.copyOf(tools);
  }

  /** Whether any layer keeps sums. */
  public boolean sums() {
    return general.sums() || accounts.values().stream().anyMatch(Layer::sums);
  }
}
