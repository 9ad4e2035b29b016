package br.com.kobana.mcp.settings;

import br.com.kobana.mcp.settings.GuardSettings.Hours;
import br.com.kobana.mcp.settings.GuardSettings.Layer;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads {@code mcp.guard.*}. Every key below it must be one that is known, because a guard that is
 * misspelt would be none; and a narrower layer that asks for more than the general one stops the
 * start, because it would not get it.
 */
final class GuardKeys {
  private static final String GENERAL = "mcp.guard.";
  private static final Set<String> OF_TOOLS = Set.of("call-amount", "payees", "hours");
  private static final Set<String> OF_ALL =
      Set.of("call-amount", "hour-amount", "day-amount", "payees", "hours", "never");
  private static final Pattern NARROWER =
      Pattern.compile("mcp\\.guard\\.(account|tool)\\.([A-Za-z0-9_-]+)\\.([a-z-]+)");
  private static final Pattern AMOUNT = Pattern.compile("\\d{1,11}(\\.\\d{1,2})?");
  private static final Pattern HOURS =
      Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)-([01]\\d|2[0-4]):([0-5]\\d)");

  private final Values v;

  GuardKeys(Values values) {
    this.v = values;
  }

  GuardSettings read(Settings.Redis redis, List<byte[]> stateKeys) {
    Layer general = layer(GENERAL);
    Map<String, Layer> accounts = new HashMap<>();
    Map<String, Layer> tools = new HashMap<>();
    for (String key : v.names(GENERAL)) {
      Matcher narrower = NARROWER.matcher(key);
      if (narrower.matches()) {
        boolean ofTool = narrower.group(1).equals("tool");
        known(key, narrower.group(3), ofTool ? OF_TOOLS : OF_ALL);
        String prefix = GENERAL + narrower.group(1) + '.' + narrower.group(2) + '.';
        Map<String, Layer> layers = ofTool ? tools : accounts;
        layers.computeIfAbsent(narrower.group(2), name -> tighter(layer(prefix), general));
      } else {
        known(key, key.substring(GENERAL.length()), OF_ALL);
      }
    }
    GuardSettings guards = new GuardSettings(general, accounts, tools);
    if (guards.sums() && redis.isUsed() && stateKeys.isEmpty()) {
      throw new WrongSetting(
          "mcp.state-keys",
          "",
          "needed with redis.url and sums of mcp.guard: they are kept under a keyed name of the"
              + " token, which must be the same on every replica");
    }
    return guards;
  }

  private void known(String key, String name, Set<String> names) {
    if (!names.contains(name)) {
      throw new WrongSetting(
          key, v.text(key), "a key that is known: " + names.stream().sorted().toList());
    }
  }

  private Layer layer(String prefix) {
    List<String> payees = v.list(prefix + "payees");
    return new Layer(
        prefix,
        amount(prefix + "call-amount"),
        amount(prefix + "hour-amount"),
        amount(prefix + "day-amount"),
        payees.isEmpty()
            ? Optional.empty()
            : Optional.of(
                payees.stream().map(GuardSettings::payee).collect(Collectors.toUnmodifiableSet())),
        v.optional(prefix + "hours").map(text -> hours(prefix + "hours", text)),
        v.list(prefix + "never"));
  }

  private OptionalLong amount(String key) {
    Optional<String> text = v.optional(key);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!AMOUNT.matcher(text.get()).matches()) {
      throw new WrongSetting(key, text.get(), "an amount in BRL such as 1500 or 1500.00, or empty");
    }
    return OptionalLong.of(new BigDecimal(text.get()).movePointRight(2).longValueExact());
  }

  private static Hours hours(String key, String text) {
    Matcher hours = HOURS.matcher(text);
    if (hours.matches()) {
      int from = minutes(hours.group(1), hours.group(2));
      int to = minutes(hours.group(3), hours.group(4));
      if (from < to && to <= 24 * 60) {
        return new Hours(
            LocalTime.MIDNIGHT.plusMinutes(from), LocalTime.MIDNIGHT.plusMinutes(to), text);
      }
    }
    throw new WrongSetting(key, text, "a part of one day such as 08:00-18:00, or empty");
  }

  private static int minutes(String hour, String minute) {
    return Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
  }

  private Layer tighter(Layer layer, Layer general) {
    notAbove(layer.prefix() + "call-amount", layer.call(), general.call());
    notAbove(layer.prefix() + "hour-amount", layer.hour(), general.hour());
    notAbove(layer.prefix() + "day-amount", layer.day(), general.day());
    if (general.payees().isPresent()
        && layer.payees().filter(p -> !general.payees().get().containsAll(p)).isPresent()) {
      throw loosens(layer.prefix() + "payees", "(hidden)");
    }
    if (general.hours().isPresent()
        && layer.hours().filter(h -> !general.hours().get().hold(h)).isPresent()) {
      throw loosens(layer.prefix() + "hours", layer.hours().get().text());
    }
    return layer;
  }

  private void notAbove(String key, OptionalLong narrower, OptionalLong general) {
    if (narrower.isPresent() && general.isPresent() && narrower.getAsLong() > general.getAsLong()) {
      throw loosens(key, v.text(key));
    }
  }

  private static WrongSetting loosens(String key, String value) {
    String name = key.substring(key.lastIndexOf('.') + 1);
    return new WrongSetting(
        key, value, "what is within " + GENERAL + name + ": a guard can only be tightened");
  }
}
