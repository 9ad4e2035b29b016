package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * What banks answer: return files and their lines, {@code /v1/discharges} and {@code
 * /v1/bank_billet_discharges}, and registrations, {@code /v1/bank_billet_registrations}.
 */
final class Discharges {
  private static final String SCOPE = "integration.discharges";

  private static final Template FILE =
      Template.of(
          "id filename processed_at created_via_integration external_id custom_data",
          """
          {"created_via_api":false,"status":"unprocessed","bank_billet_account_id":1,"tags":[],
           "tag_list":""}
          """);

  private static final Template LINE =
      Template.of(
          "id occurrence_error line_parsed line_raw processed_at occurrence_error_detail",
          """
          {"occurrence":"06","occurrence_detail":"Liquidação Normal","our_occurrence":"2003",
           "bank_billet_account_id":1,"bank_number":"756","kind":"400"}
          """);

  private static final Template REGISTRATION =
      Template.of(
          "id error_message failed_at registered_at",
          """
          {"bank_billet_account_id":1,"fails_count":0,"status":"1","retry_blocked":false}
          """);

  private Discharges() {}

  static List<Operation> operations() {
    Resource files =
        Resource.at("/v1/discharges", Kind.DISCHARGE, SCOPE)
            .filters(
                Filter.equal("bank_billet_account_id", "/bank_billet_account_id"),
                Filter.holds("tags", "/tags"))
            .filters(Filter.period("created", "/created_at"))
            .view(Discharges::file)
            .list()
            .get()
            .onItem("PUT", "/pay_off", Discharges::payOff)
            .onItem("PUT", "/reprocess", Discharges::reprocess);
    Resource lines =
        Resource.at("/v1/bank_billet_discharges", Kind.BANK_BILLET_DISCHARGE, SCOPE)
            .filters(
                Filter.equal("bank_billet_id", "/bank_billet_id"),
                Filter.equal("discharge_id", "/discharge_id"),
                Filter.equal("our_occurrence", "/our_occurrence"))
            .filters(Filter.period("processed", "/processed_at"))
            .list()
            .get();
    Resource registrations =
        Resource.at(
                "/v1/bank_billet_registrations",
                Kind.REGISTRATION,
                "charge.bank_billet_registrations")
            .filters(
                Filter.equal("bank_billet_id", "/bank_billet_id"),
                Filter.equal("bank_billet_account_id", "/bank_billet_account_id"))
            .filters(Filter.period("registered", "/registered_at"))
            .list()
            .get();
    return Stream.of(files, lines, registrations)
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode fileFields(long id, String uid, String stamp) {
    return FILE.record(id, uid, stamp).put("filename", "CB" + id + ".RET");
  }

  /** A line of the file that says the boleto was paid. */
  static ObjectNode lineFields(long id, String uid, Row file, Row billet, String stamp) {
    return LINE.record(id, uid, stamp)
        .put("discharge_id", file.id())
        .put("bank_billet_id", billet.id())
        .put("date_of_occurrence", stamp.substring(0, 10));
  }

  static ObjectNode registrationFields(long id, String uid, Row billet, String stamp) {
    return REGISTRATION
        .record(id, uid, stamp)
        .put("bank_billet_id", billet.id())
        .put("registered_at", stamp);
  }

  private static ObjectNode file(Call call, Row file) {
    ObjectNode json = file.json().deepCopy();
    ArrayNode lines = json.putArray("bank_billet_discharges");
    linesOf(call, file).forEach(line -> lines.add(line.json()));
    return json;
  }

  private static List<Row> linesOf(Call call, Row file) {
    String id = Long.toString(file.id());
    return call.table(Kind.BANK_BILLET_DISCHARGE).newestFirst(line -> line.is("discharge_id", id));
  }

  /** Every boleto of the file that can still be paid counts as paid. */
  private static Answer payOff(Call call, Row file) {
    for (Row line : linesOf(call, file)) {
      call.named(Kind.BANK_BILLET, line.text("bank_billet_id"))
          .filter(billet -> !billet.is("status", "paid") && !billet.is("status", "canceled"))
          .ifPresent(
              billet -> {
                billet.json().put("status", "paid").put("paid_at", line.text("date_of_occurrence"));
                billet.json().set("paid_amount", billet.json().path("amount"));
                call.touch(billet);
              });
    }
    return reprocess(call, file);
  }

  private static Answer reprocess(Call call, Row file) {
    file.json().put("status", "processed").put("processed_at", Writes.stamp(call));
    call.touch(file);
    linesOf(call, file).forEach(line -> line.json().put("processed_at", Writes.stamp(call)));
    return Answer.noContent();
  }
}
