package br.com.kobana.mcp.sandbox;

import java.util.Locale;

/** The kinds of payments: where they are, which scope opens them, and what says what is paid. */
enum PaymentKind {
  PIX("pix", "payment.pix", "qrcode", false),
  BANK_BILLET("bank_billets", "payment.bank_billets", "code", true),
  TAX("taxes", "payment.taxes", "code", true),
  UTILITY("utilities", "payment.utilities", "code", true);

  private final String path;
  private final String scope;
  private final String codeField;
  private final boolean amountRequired;

  PaymentKind(String path, String scope, String codeField, boolean amountRequired) {
    this.path = path;
    this.scope = scope;
    this.codeField = codeField;
    this.amountRequired = amountRequired;
  }

  String path() {
    return path;
  }

  String scope() {
    return scope;
  }

  String codeField() {
    return codeField;
  }

  /** A QR code may carry its own amount. */
  boolean amountRequired() {
    return amountRequired;
  }

  /** As in {@code kind}, and in the field that holds what is paid. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
