package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The usual ways in which records are made, changed and removed. */
final class Writes {
  private Writes() {}

  /** Makes records out of the template and the fields sent. */
  static Function<Call, Row> make(Kind kind, Template template) {
    return call ->
        call.table(kind).add((id, uid) -> filled(call, template.record(id, uid, stamp(call))));
  }

  /** The record with the fields sent that it has, except those only the API writes. */
  static ObjectNode filled(Call call, ObjectNode json) {
    Fields.copy(call.body(), json, Fields.READ_ONLY);
    return json;
  }

  /** Takes over the fields sent that the record has. */
  static Answer change(Call call, Row row) {
    return change(call, row, Fields.READ_ONLY);
  }

  /**
   * @param fixed the fields that do not change once the record exists, besides the usual ones
   */
  static Resource.RowAction changeAllBut(String... fixed) {
    Set<String> readOnly = new HashSet<>(Fields.READ_ONLY);
    readOnly.addAll(List.of(fixed));
    return (call, row) -> change(call, row, Set.copyOf(readOnly));
  }

  /** Removes records, and answers with nothing. */
  static Resource.RowAction remove(Kind kind) {
    return (call, row) -> {
      call.table(kind).remove(row);
      return Answer.noContent();
    };
  }

  /** Another record of the kind already has this external id. */
  static boolean takenExternalId(Call call, Kind kind, String externalId, String ownUid) {
    return !externalId.isEmpty()
        && call.table(kind).rows().stream()
            .anyMatch(row -> row.is("external_id", externalId) && !row.uid().equals(ownUid));
  }

  /** Adds the problem of an external id that another record of the kind has. */
  static Problems checkExternalId(Call call, Problems problems, Kind kind, String ownUid) {
    return takenExternalId(call, kind, call.field("external_id").asText(""), ownUid)
        ? problems.add("external_id", "já existe para esta conta")
        : problems;
  }

  static String stamp(Call call) {
    return call.times().stamp();
  }

  private static Answer change(Call call, Row row, Set<String> readOnly) {
    Fields.copy(call.body(), row.json(), readOnly);
    call.touch(row);
    return call.version() == Version.V1 ? Answer.noContent() : Answer.data(200, row.json());
  }
}
