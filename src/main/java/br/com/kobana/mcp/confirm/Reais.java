package br.com.kobana.mcp.confirm;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Amounts of BRL as Brazilians read them, in figures and in words. Exact: nothing is rounded. */
final class Reais {
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
  private static final int MOST_DIGITS = 40;
  private static final String[] UP_TO_19 = {
    "",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "quatorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove"
  };
  private static final String[] TENS = {
    "", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"
  };
  private static final String[] HUNDREDS = {
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos"
  };
  private static final String[] ONE = {"", "mil", "milhão", "bilhão", "trilhão", "quatrilhão"};
  private static final String[] MANY = {"", "mil", "milhões", "bilhões", "trilhões", "quatrilhões"};

  private Reais() {}

  /** {@code R$ 1.234,56 (mil duzentos e trinta e quatro reais e cinquenta e seis centavos)}. */
  static String full(BigDecimal amount) {
    return figures(amount) + words(amount).map(w -> " (" + w + ")").orElse("");
  }

  /** {@code R$ 1.234,56}; more than two decimals where the amount has them. */
  static String figures(BigDecimal amount) {
    if (amount.precision() > MOST_DIGITS || Math.abs((long) amount.scale()) > MOST_DIGITS) {
      return "R$ " + amount;
    }
    BigDecimal shown = amount.stripTrailingZeros();
    shown = shown.setScale(Math.max(2, shown.scale()), RoundingMode.UNNECESSARY);
    String plain = shown.abs().toPlainString();
    int point = plain.indexOf('.');
    StringBuilder whole = new StringBuilder(plain.substring(0, point));
    for (int i = whole.length() - 3; i > 0; i -= 3) {
      whole.insert(i, '.');
    }
    return "R$ " + (shown.signum() < 0 ? "-" : "") + whole + ',' + plain.substring(point + 1);
  }

  /** In words; empty for fractions of a centavo and for what has no name. */
  static Optional<String> words(BigDecimal amount) {
    if (amount.precision() > MOST_DIGITS || Math.abs((long) amount.scale()) > MOST_DIGITS) {
      return Optional.empty();
    }
    BigDecimal exact = amount.abs().stripTrailingZeros();
    if (exact.scale() > 2) {
      return Optional.empty();
    }
    BigInteger[] parts =
        exact.movePointRight(2).toBigIntegerExact().divideAndRemainder(BigInteger.valueOf(100));
    if (parts[0].compareTo(BigInteger.TEN.pow(3 * ONE.length)) >= 0) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    if (parts[0].signum() > 0 || parts[1].signum() == 0) {
      words.add(unit(parts[0], "real", "reais"));
    }
    if (parts[1].signum() > 0) {
      words.add(unit(parts[1], "centavo", "centavos"));
    }
    return Optional.of((amount.signum() < 0 ? "menos " : "") + String.join(" e ", words));
  }

  private static String unit(BigInteger count, String one, String many) {
    if (count.equals(BigInteger.ONE)) {
      return "um " + one;
    }
    boolean roundMillions = count.signum() > 0 && count.mod(MILLION).signum() == 0;
    return number(count) + (roundMillions ? " de " : " ") + many;
  }

  private static String number(BigInteger count) {
    if (count.signum() == 0) {
      return "zero";
    }
    List<Integer> groups = new ArrayList<>();
    for (BigInteger rest = count; rest.signum() > 0; rest = rest.divide(THOUSAND)) {
      groups.add(rest.mod(THOUSAND).intValue());
    }
    int last = 0;
    while (groups.get(last) == 0) {
      last++;
    }
    StringBuilder out = new StringBuilder();
    for (int power = groups.size() - 1; power >= 0; power--) {
      int group = groups.get(power);
      if (group > 0) {
        // The last group is joined with "e" where it is a single word's worth: 1.200, 1.045.
        boolean joined = power == last && (group < 100 || group % 100 == 0);
        out.append(out.isEmpty() ? "" : joined ? " e " : " ").append(named(group, power));
      }
    }
    return out.toString();
  }

  private static String named(int group, int power) {
    if (power == 0) {
      return below1000(group);
    }
    if (group == 1) {
      return power == 1 ? "mil" : "um " + ONE[power];
    }
    return below1000(group) + ' ' + MANY[power];
  }

  private static String below1000(int n) {
    if (n == 100) {
      return "cem";
    }
    List<String> words = new ArrayList<>();
    if (n >= 100) {
      words.add(HUNDREDS[n / 100]);
    }
    int rest = n % 100;
    if (rest >= 20) {
      words.add(TENS[rest / 10]);
      rest %= 10;
    }
    if (rest > 0) {
      words.add(UP_TO_19[rest]);
    }
    return String.join(" e ", words);
  }
}
