package br.com.kobana.mcp.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Where the amount and the payee of a call stand that pays or transfers, for the guards on
 * spending.
 *
 * @param sends whether money can leave by the call itself; else it only records what a later call
 *     sends, or moves its day
 * @param record whether they stand in the record acted on; else in the arguments
 * @param items dotted field of the list whose elements are one payment each, where there are
 *     several
 * @param amount dotted fields of the amount in BRL of one payment; of several that are there, the
 *     largest counts
 * @param payee dotted fields of what decides where the money of one payment goes: Pix keys, codes,
 *     bank accounts. All that are there count
 */
public record Spend(
    boolean sends,
    boolean record,
    Optional<String> items,
    List<String> amount,
    List<String> payee) {
  /** As the API names them, in what it takes and in what it answers. */
  static final List<String> AMOUNT =
      List.of("amount", "data.total_amount", "tax.data.total_amount", "darf.total_amount");

  /** A name or a document is not among them: whoever calls writes them beside any key. */
  static final List<String> PAYEE =
      List.of(
          "key",
          "qrcode",
          "code",
          "bank_account",
          "internal",
          "internal.data",
          "pix",
          "pix.key",
          "pix.qrcode",
          "pix.bank_account",
          "pix.data",
          "pix.data.key",
          "pix.data.bank_account",
          "ted",
          "ted.bank_account",
          "ted.data",
          "ted.data.bank_account",
          "bank_billet.code",
          "tax.code",
          "utility.code",
          "target.pix",
          "target.pix.key",
          "target.bank_account",
          "target.internal");

  public Spend {
    amount = List.copyOf(amount);
    payee = List.copyOf(payee);
  }
}
