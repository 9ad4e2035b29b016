package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Pix charges and their commands: {@code /v2/charge/pix}. */
final class PixCharges {
  static final Commands.Subject SUBJECT =
      new Commands.Subject("Pix", "pix", (call, row) -> row.json());

  private static final String PATH = "/v2/charge/pix";
  private static final String SCOPE = "charge.pix";
  private static final int PNG_BYTES = 900;

  private static final Template TEMPLATE =
      Template.of(
          """
          txid canceled_at registered_at additional_info message message_payer paid_amount paid_at
          end_to_end_id custom_data external_id password_protected_mode
          financial_provider_external_id tag_list revoke_days payer expire_at amount
          pix_account_id pix_account_uid
          """,
          """
          {"status":"opened","registration_status":"pending","kind":"instant","command_ids":[],
           "qrcode":{"emv":null,"png":null},"ignore_whatsapp":false,
           "beneficiary":{"kind":"legal","name":"Padaria Aurora","tags":[],
            "legal_name":"Padaria Aurora Ltda.","document_type":"CNPJ",
            "document_number":"11.222.333/0001-81","classification":"company",
            "emails":[],"phones":[],"addresses":[],"custom_data":null,"external_code":null},
           "interest":{"type":null,"amount":null,"percentage":null},
           "discounts":{"type":null,
            "discount_first":{"amount":null,"percentage":null,"days":null},
            "discount_second":{"amount":null,"percentage":null,"days":null},
            "discount_third":{"amount":null,"percentage":null,"days":null}},
           "reduction":{"type":"none","amount":null,"percentage":null},
           "fine":{"type":null,"amount":null,"percentage":null},
           "created_via_api":true,"tags":[],"payments":[]}
          """);

  private static final Set<String> READ_ONLY =
      Set.of(
          "id",
          "uid",
          "status",
          "registration_status",
          "kind",
          "payer",
          "pix_account_id",
          "created_at",
          "updated_at",
          "canceled_at",
          "registered_at",
          "paid_at",
          "paid_amount",
          "command_ids",
          "qrcode",
          "url",
          "formats",
          "beneficiary",
          "created_via_api",
          "tag_list",
          "payments",
          "end_to_end_id");

  private PixCharges() {}

  static List<Operation> operations() {
    Resource pix =
        Resource.at(PATH, Kind.PIX, SCOPE)
            .endless()
            .filters(
                Filter.equal("txid", "/txid"),
                Filter.equal("status", "/status"),
                Filter.equal("pix_account_id", "/pix_account_id"),
                Filter.holds("tags", "/tags"),
                new Filter("cnpj_cpf", PixCharges::paidBy))
            .filters(Filter.period("expire", "/expire_at"))
            .filters(Filter.period("paid", "/paid_at"))
            .filters(Filter.period("created", "/created_at"))
            .list()
            .get()
            .create(PixCharges::check, PixCharges::make, PixCharges::register)
            .delete(PixCharges::delete);
    Resource actions =
        Resource.at(PATH, Kind.PIX, SCOPE)
            .idName("pix_uid")
            .onItem("PUT", "/update", PixCharges::update)
            .onItem("PUT", "/cancel", PixCharges::cancel);
    Resource commands =
        Commands.of(PATH + "/{pix_uid}/commands", Kind.PIX, "pix_uid", SCOPE)
            .view(PixCharges::command);
    return Stream.of(pix, actions, commands).flatMap(r -> r.operations().stream()).toList();
  }

  static ObjectNode fields(long id, String uid, Row account, String stamp) {
    ObjectNode json = TEMPLATE.copy();
    json.put("id", id);
    json.put("uid", uid);
    json.put("pix_account_id", account.id());
    json.put("pix_account_uid", account.uid());
    json.put("created_at", stamp);
    json.put("updated_at", stamp);
    String url = "http://localhost/pix/" + uid.substring(uid.length() - 8);
    json.put("url", url);
    ObjectNode formats = json.putObject("formats");
    addresses(formats.putObject("default"), url, "");
    addresses(formats.putObject("qrcode"), url, "/qrcode");
    return json;
  }

  /** The bank took the charge: it has a txid and a QR code now. */
  static void register(Row pix) {
    ObjectNode json = pix.json();
    if (json.path("txid").isNull()) {
      json.put("txid", String.format(Locale.ROOT, "SANDBOX%025d", pix.id()));
    }
    json.put("registration_status", "confirmed");
    json.put("registered_at", pix.text("created_at"));
    json.putObject("qrcode")
        .put("emv", "00020101021226sandbox" + pix.text("txid") + "5204000053039865802BR6304ABCD")
        .put("png", png(pix.uid()));
  }

  static void payer(ObjectNode pix, JsonNode sent) {
    if (!sent.isObject()) {
      return;
    }
    ObjectNode payer = pix.putObject("payer");
    payer.put("document_number", sent.path("document_number").asText());
    payer.put("name", sent.path("name").asText());
    if (sent.hasNonNull("email")) {
      payer.putArray("emails").addObject().put("address", sent.path("email").asText());
    }
    if (sent.hasNonNull("address")) {
      payer.set("address", sent.path("address").deepCopy());
    }
  }

  private static java.util.function.Predicate<Row> paidBy(String document) {
    if (!Problems.isDocument(document)) {
      throw new Refusal(
          Errors.business(
              "Parâmetro cnpj_cpf inválido",
              "invalid_cnpj_cpf",
              "O valor informado não é um CNPJ ou CPF válido."));
    }
    String plain = Documents.plain(document);
    return row -> Documents.plain(row.json().at("/payer/document_number").asText("")).equals(plain);
  }

  private static Problems check(Call call) {
    Problems problems =
        new Problems(call.body())
            .requiredAmount("amount")
            .required("expire_at", "pix_account_uid")
            .date("expire_at");
    if (!problems.absent("pix_account_uid") && account(call).isEmpty()) {
      problems.add("pix_account_uid", "não foi encontrada");
    }
    return checkPayer(call, problems);
  }

  private static Problems checkPayer(Call call, Problems problems) {
    JsonNode payer = call.field("payer");
    if (payer.isObject()) {
      if (!Problems.isDocument(payer.path("document_number").asText(""))) {
        problems.add("payer", "> CPF/CNPJ não é um CNPJ ou CPF válido");
      }
      if (payer.path("name").asText("").isBlank()) {
        problems.add("payer", "> Nome não pode ficar em branco");
      }
    }
    return problems;
  }

  private static java.util.Optional<Row> account(Call call) {
    return call.named(Kind.PIX_ACCOUNT, call.field("pix_account_uid").asText(""));
  }

  private static Row make(Call call) {
    Row account = account(call).orElseThrow();
    return call.table(Kind.PIX)
        .add(
            (id, uid) -> {
              ObjectNode json = fields(id, uid, account, call.times().stamp());
              Fields.copy(call.body(), json, READ_ONLY);
              payer(json, call.field("payer"));
              if (call.field("registration_kind").isTextual()) {
                json.set("kind", call.field("registration_kind"));
              }
              return json;
            });
  }

  private static Answer update(Call call, Row pix) {
    Problems problems =
        checkPayer(call, new Problems(call.body()).amount("amount").date("expire_at"));
    if (problems.any()) {
      return problems.answer(Version.V2);
    }
    return switch (pix.text("status")) {
      case "paid" -> paid("Atualização");
      case "canceled" -> canceled();
      case "overdue" ->
          Errors.business(
              "Não é possível alterar esta cobrança Pix.",
              "change_pix_expired",
              "Não é possível alterar uma cobrança Pix que já expirou.");
      default ->
          command(
              call,
              pix,
              "update",
              call.body().deepCopy(),
              () -> {
                Fields.copy(call.body(), pix.json(), READ_ONLY);
                payer(pix.json(), call.field("payer"));
                account(call).ifPresent(a -> pix.json().put("pix_account_id", a.id()));
              });
    };
  }

  private static Answer cancel(Call call, Row pix) {
    return switch (pix.text("status")) {
      case "paid" -> paid("Cancelamento");
      case "canceled" -> canceled();
      default ->
          command(
              call,
              pix,
              "cancel",
              br.com.kobana.mcp.jsonrpc.Json.object(),
              () -> pix.json().put("status", "canceled").put("canceled_at", call.times().stamp()));
    };
  }

  private static Answer command(
      Call call, Row pix, String operation, JsonNode params, Runnable effect) {
    long next = call.table(Kind.COMMAND).nextId();
    pix.json().withArrayProperty("command_ids").add(next);
    return Commands.answer(call, pix, SUBJECT, operation, params, effect);
  }

  private static ObjectNode command(Call call, Row command) {
    ObjectNode json = command.json().deepCopy();
    call.table(Kind.PIX).find(command.parent()).ifPresent(pix -> json.set("pix", pix.json()));
    return json;
  }

  private static Answer delete(Call call, Row pix) {
    return switch (pix.text("status")) {
      case "opened" ->
          Errors.business(
              "Não foi possível excluir esta cobrança Pix.",
              "destroy_pix_opened",
              "Não é possível excluir um Pix em aberto.");
      case "paid" ->
          Errors.business(
              "Não foi possível excluir esta cobrança Pix.",
              "unprocessable_content",
              "Não é possível excluir um Pix pago.");
      default -> {
        call.table(Kind.PIX).remove(pix);
        yield Answer.noContent();
      }
    };
  }

  private static Answer paid(String what) {
    return Errors.business(
        "Não foi possível gerar Comando de " + what + " de Pix.",
        "unprocessable_content",
        "Não é possível alterar uma cobrança Pix que já foi paga.");
  }

  private static Answer canceled() {
    return Errors.business(
        "Não é possível alterar esta cobrança Pix.",
        "change_pix_already_canceled",
        "Não é possível alterar uma cobrança Pix que já foi cancelada.");
  }

  private static void addresses(ObjectNode formats, String url, String suffix) {
    formats
        .put("html", url + suffix)
        .put("png", url + suffix + ".png")
        .put("pdf", url + suffix + ".pdf");
  }

  /** As heavy as the image of a QR code, and no image. */
  private static String png(String uid) {
    byte[] bytes = uid.repeat(1 + PNG_BYTES / uid.length()).getBytes(StandardCharsets.US_ASCII);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
