package br.com.kobana.mcp.sandbox;

import java.util.Locale;

/** The kinds of records; the code is part of a record's uid and never changes. */
enum Kind {
  ACCESS_TOKEN(1),
  USER(2),
  SUBACCOUNT(3),
  CUSTOMER(10),
  BANK_BILLET(11),
  BANK_BILLET_BATCH(12),
  BANK_BILLET_BATCH_EXPORT(13),
  BANK_BILLET_ACCOUNT(14),
  PIX_ACCOUNT(20),
  PIX(21),
  FINANCIAL_ACCOUNT(30),
  BALANCE(31),
  STATEMENT_TRANSACTION(32),
  STATEMENT_SYNC(33),
  STATEMENT_IMPORT(34),
  STATEMENT_ACCOUNT(35),
  PAYMENT_ACCOUNT(36),
  TRANSFER_ACCOUNT(37),
  PAYMENT(40),
  PAYMENT_BATCH(41),
  TRANSFER(50),
  TRANSFER_BATCH(51),
  WEBHOOK(60),
  CONNECTION(61),
  MAILBOX_ENTRY(62),
  COMMAND(70);

  private final int code;

  Kind(int code) {
    this.code = code;
  }

  /** A version 7 look-alike that is the same at every start. */
  String uid(int account, long id) {
    return String.format(Locale.ROOT, "01900000-%04x-7000-8%03x-%012x", code, account, id);
  }
}
