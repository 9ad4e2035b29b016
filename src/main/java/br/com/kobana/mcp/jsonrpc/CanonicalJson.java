package br.com.kobana.mcp.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The digest of a JSON value by what it says: members in the order of their names, numbers by their
 * exact value (10, 10.0 and 10.00 are one number, 10.001 is another), strings by their characters.
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  /** 32 bytes of SHA-256. */
  public static byte[] digest(JsonNode value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      write(value, digest);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java platform", e);
    }
  }

  private static void write(JsonNode value, MessageDigest out) {
    if (value.isObject()) {
      List<String> names = new ArrayList<>();
      value.fieldNames().forEachRemaining(names::add);
      Collections.sort(names);
      out.update((byte) '{');
      for (String name : names) {
        out.update(Json.quoted(name));
        out.update((byte) ':');
        write(value.path(name), out);
        out.update((byte) ',');
      }
      out.update((byte) '}');
    } else if (value.isArray()) {
      out.update((byte) '[');
      for (JsonNode element : value) {
        write(element, out);
        out.update((byte) ',');
      }
      out.update((byte) ']');
    } else {
      out.update(scalar(value));
    }
  }

  private static byte[] scalar(JsonNode value) {
    if (value.isNumber()) {
      return scalar(value.decimalValue()).getBytes(StandardCharsets.US_ASCII);
    }
    return value.isTextual() ? Json.quoted(value.textValue()) : Json.bytes(value);
  }

  /**
   * Digits without zeros at their end, and the power of ten, which may be beyond a BigDecimal's.
   */
  private static String scalar(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal digits = new BigDecimal(number.unscaledValue()).stripTrailingZeros();
    return digits.unscaledValue() + "e" + (-(long) digits.scale() - number.scale());
  }
}
