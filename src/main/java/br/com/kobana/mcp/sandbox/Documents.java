package br.com.kobana.mcp.sandbox;

import java.util.Locale;

/** CPF and CNPJ numbers with right check digits, made from a number. */
final class Documents {
  private Documents() {}

  /** A masked CPF. */
  static String cpf(long seed) {
    String base = String.format(Locale.ROOT, "%09d", 100_000_000L + seed * 7_919L % 800_000_000L);
    String digits = withCheckDigits(base, 11);
    return digits.substring(0, 3)
        + "."
        + digits.substring(3, 6)
        + "."
        + digits.substring(6, 9)
        + "-"
        + digits.substring(9);
  }

  /** A masked CNPJ. */
  static String cnpj(long seed) {
    String base = String.format(Locale.ROOT, "%08d0001", 10_000_000L + seed * 7_919L % 80_000_000L);
    String digits = withCheckDigits(base, 9);
    return digits.substring(0, 2)
        + "."
        + digits.substring(2, 5)
        + "."
        + digits.substring(5, 8)
        + "/"
        + digits.substring(8, 12)
        + "-"
        + digits.substring(12);
  }

  /** The number without its punctuation. */
  static String plain(String document) {
    StringBuilder plain = new StringBuilder();
    document.chars().filter(Character::isLetterOrDigit).forEach(c -> plain.append((char) c));
    return plain.toString();
  }

  /** The base with its two check digits; the largest weight is 11 for a CPF, 9 for a CNPJ. */
  static String withCheckDigits(String base, int largestWeight) {
    String once = base + checkDigit(base, largestWeight);
    return once + checkDigit(once, largestWeight);
  }

  /** Modulus 11 with weights 2, 3, … from the right, starting over after the largest. */
  private static int checkDigit(String digits, int largestWeight) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int fromRight = digits.length() - 1 - i;
      sum += (digits.charAt(i) - '0') * (2 + fromRight % (largestWeight - 1));
    }
    int rest = sum % 11;
    return rest < 2 ? 0 : 11 - rest;
  }
}
