package br.com.kobana.mcp.cataloguing;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/** How many tokens of the o200k vocabulary a text is: an estimate for any model of today. */
final class Tokens {
  private static final Encoding ENCODING =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  private Tokens() {}

  static int of(String text) {
    return ENCODING.countTokensOrdinary(text);
  }
}
