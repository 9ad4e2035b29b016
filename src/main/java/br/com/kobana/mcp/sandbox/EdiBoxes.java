package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** The channels for CNAB files with banks: {@code /v2/edi/edi_boxes}. */
final class EdiBoxes {
  private static final List<String> PEOPLE =
      List.of("account_owner", "letter_owner", "bank_manager");

  private static final Template TEMPLATE =
      Template.of(
          """
          name resource account_owner letter_owner bank_manager validated_at enabled_at
          letter_creation_errors status letter_pdf
          """,
          "{\"kind\":\"cnab400\",\"operation\":\"charge\",\"letter_status\":\"creating\"}");

  private EdiBoxes() {}

  static List<Operation> operations() {
    return Resource.at("/v2/edi/edi_boxes", Kind.EDI_BOX, "integration.edi_boxes")
        .filters(Filter.equal("resource_type", "/resource/type"))
        .list()
        .get()
        .create(EdiBoxes::check, EdiBoxes::make)
        .update(EdiBoxes::update)
        .operations();
  }

  static ObjectNode fields(String uid, String type, String resource, String stamp) {
    ObjectNode json = TEMPLATE.record(0, uid, stamp);
    json.putObject("resource").put("type", type).put("uid", resource);
    return json;
  }

  private static Problems check(Call call) {
    return resource(call, new Problems(call.body()).required("account_owner", "letter_owner"));
  }

  private static Problems resource(Call call, Problems problems) {
    JsonNode resource = call.field("resource");
    boolean known =
        Stream.of(Kind.BANK_BILLET_ACCOUNT, Kind.FINANCIAL_ACCOUNT)
            .anyMatch(kind -> call.named(kind, resource.path("uid").asText()).isPresent());
    return known ? problems : problems.add("resource", "é obrigatório(a)");
  }

  private static Row make(Call call) {
    JsonNode resource = call.field("resource");
    return call.table(Kind.EDI_BOX)
        .add(
            (id, uid) ->
                take(
                    call,
                    fields(
                        uid,
                        resource.path("type").asText(),
                        resource.path("uid").asText(),
                        Writes.stamp(call)),
                    id));
  }

  private static Answer update(Call call, Row box) {
    if (call.body().has("resource")) {
      Problems problems = resource(call, new Problems(call.body()));
      if (problems.any()) {
        return problems.answer(Version.V2);
      }
    }
    take(call, box.json(), box.id());
    call.touch(box);
    return Answer.data(200, box.json());
  }

  private static ObjectNode take(Call call, ObjectNode json, long id) {
    Fields.copy(
        call.body().deepCopy().retain("name", "kind", "operation", "resource"),
        json,
        Fields.READ_ONLY);
    for (int i = 0; i < PEOPLE.size(); i++) {
      if (call.field(PEOPLE.get(i)) instanceof ObjectNode sent) {
        json.set(PEOPLE.get(i), person(sent, Kind.PERSON.uid(i + 1, id)));
      }
    }
    return json;
  }

  /** A person as it is sent, with one telephone and one address of e-mail, and as it is shown. */
  static ObjectNode person(ObjectNode sent, String uid) {
    ObjectNode shown = br.com.kobana.mcp.jsonrpc.Json.object().put("uid", uid);
    shown.set("name", sent.path("name"));
    String document = sent.path("document_number").asText("");
    if (!document.isEmpty()) {
      boolean juridical = Documents.plain(document).length() == 14;
      shown
          .put("kind", juridical ? "juridical" : "natural")
          .put("document_type", juridical ? "CNPJ" : "CPF")
          .put("document_number", document);
    }
    shown
        .putArray("emails")
        .addObject()
        .put("label", "Pessoal")
        .put("address", sent.path("email").asText());
    String phone = Documents.plain(sent.path("phone_number").asText());
    shown
        .putArray("phones")
        .addObject()
        .putNull("kind")
        .put("country_code", "55")
        .put("local_code", phone.length() > 2 ? phone.substring(0, 2) : "")
        .put("number", phone.length() > 2 ? phone.substring(2) : phone);
    return shown;
  }
}
