package br.com.kobana.mcp.confirm;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The payments or transfers of a batch, and any other list of objects, in a few lines. */
final class Items {
  private static final int MOST = 10;

  /** What tells a person which item it is: the first of each row that is there. */
  private static final List<List<String>> TELLING =
      List.of(
          List.of(
              "beneficiary.name",
              "customer_person_name",
              "payer.name",
              "name",
              "data.taxpayer_name"),
          List.of(
              "beneficiary.document_number",
              "customer_cnpj_cpf",
              "payer.document_number",
              "document_number",
              "data.taxpayer_number"),
          List.of("amount", "paid_amount", "data.total_amount"),
          List.of("scheduled_to", "expire_at"),
          List.of("key", "pix.data.key", "pix.key", "qrcode", "pix.qrcode", "code", "identifier"),
          List.of("bank_account.compe_number", "compe_number"),
          List.of("bank_account.account_number", "internal.account_number", "account_number"),
          List.of("uid", "id"));

  private Items() {}

  static boolean are(JsonNode value) {
    return value.isArray() && !value.isEmpty() && value.get(0).isObject();
  }

  /** How many, how much together, and the first ten. */
  static List<String> lines(String label, JsonNode items) {
    List<String> lines = new ArrayList<>();
    lines.add(label + ": " + items.size() + total(items));
    int number = 1;
    for (JsonNode item : items) {
      if (number > MOST) {
        lines.add("… e mais " + (items.size() - MOST));
        break;
      }
      lines.add(number++ + ". " + line(item));
    }
    return lines;
  }

  private static String total(JsonNode items) {
    BigDecimal total = BigDecimal.ZERO;
    int without = 0;
    for (JsonNode item : items) {
      Optional<BigDecimal> amount = amount(item);
      total = total.add(amount.orElse(BigDecimal.ZERO));
      without += amount.isPresent() ? 0 : 1;
    }
    if (without == items.size()) {
      return "";
    }
    return ", total "
        + Reais.full(total)
        + (without > 0 ? ", sem contar " + without + " sem valor informado" : "");
  }

  private static Optional<BigDecimal> amount(JsonNode item) {
    for (String field : TELLING.get(2)) {
      Optional<BigDecimal> amount = Display.amount(field, Paths.at(item, field));
      if (amount.isPresent()) {
        return amount;
      }
    }
    return Optional.empty();
  }

  private static String line(JsonNode item) {
    List<String> parts = new ArrayList<>();
    for (List<String> fields : TELLING) {
      Optional<String> field = fields.stream().filter(f -> Paths.has(item, f)).findFirst();
      boolean redundant = fields.contains("uid") && parts.size() > 1;
      if (field.isPresent() && !redundant) {
        JsonNode value = Paths.at(item, field.get());
        Optional<BigDecimal> amount = Display.amount(field.get(), value);
        parts.add(amount.map(Reais::figures).orElseGet(() -> Display.of(field.get(), value)));
      }
    }
    return parts.isEmpty() ? scalars(item) : String.join(", ", parts);
  }

  private static String scalars(JsonNode item) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : item.properties()) {
      parts.add(Plain.of(member.getKey()) + ": " + Display.of(member.getKey(), member.getValue()));
    }
    return Plain.of(String.join(", ", parts));
  }

  /** What a change of would make it another batch: of every item, not only of those shown. */
  static ArrayNode essence(JsonNode items) {
    ArrayNode all = Json.array();
    for (JsonNode item : items) {
      ObjectNode one = all.addObject();
      TELLING.forEach(
          fields ->
              fields.stream()
                  .filter(f -> Paths.has(item, f))
                  .forEach(f -> one.set(f, Paths.at(item, f))));
    }
    return all;
  }
}
