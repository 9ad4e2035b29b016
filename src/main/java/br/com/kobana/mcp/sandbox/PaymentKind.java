package br.com.kobana.mcp.sandbox;

import java.util.Locale;
import java.util.stream.Stream;

/** The kinds of payments: where they are, which scope opens them, and what says what is paid. */
enum PaymentKind {
  PIX("pix", "payment.pix"),
  BANK_BILLET("bank_billets", "payment.bank_billets"),
  TAX("taxes", "payment.taxes"),
  UTILITY("utilities", "payment.utilities"),
  DARF("", "payment.payments");

  private final String path;
  private final String scope;

  PaymentKind(String path, String scope) {
    this.path = path;
    this.scope = scope;
  }

  /** The kinds that have paths of their own. */
  static Stream<PaymentKind> withPaths() {
    return Stream.of(values()).filter(kind -> !kind.path.isEmpty());
  }

  String path() {
    return path;
  }

  String scope() {
    return scope;
  }

  /** The fields of its own that it cannot do without. */
  String[] required() {
    return switch (this) {
      case PIX -> new String[] {"qrcode"};
      case TAX -> new String[] {"kind"};
      case BANK_BILLET, UTILITY -> new String[] {"code"};
      case DARF ->
          new String[] {
            "tax_code", "taxpayer_number", "taxpayer_name", "calculation_date", "expire_at"
          };
    };
  }

  /** A QR code may carry its own amount. */
  boolean amountRequired() {
    return this != PIX;
  }

  /** As in {@code kind}, and in the field that holds what is paid. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
