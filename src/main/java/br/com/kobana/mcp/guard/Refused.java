package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The answer of a guard that holds a call back: {@code isError}, with the guard's key, its value
 * and the reason in the text and the first two in {@code _meta["br.com.kobana/guard"]}.
 */
final class Refused {
  private Refused() {}

  /**
   * @param key of the setting
   * @param value of it, as a caller may see it
   */
  static Result by(String key, String value, String reason) {
    ObjectNode result = Json.object();
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put(
            "text",
            "Refused by the guard "
                + key
                + " ("
                + value
                + "): "
                + reason
                + " Nothing was executed.");
    ObjectNode meta = Json.object();
    meta.putObject("br.com.kobana/guard").put("guard", key).put("value", value);
    return Result.complete(result.put("isError", true)).withMeta(meta);
  }

  /** Such as {@code BRL 1500.00}. */
  static String brl(long centavos) {
    return "BRL " + BigDecimal.valueOf(centavos, 2).toPlainString();
  }

  /** More than two decimals where the amount has them. */
  static String brl(BigDecimal amount) {
    BigDecimal exact = amount.stripTrailingZeros();
    return "BRL "
        + exact.setScale(Math.max(2, exact.scale()), RoundingMode.UNNECESSARY).toPlainString();
  }
}
