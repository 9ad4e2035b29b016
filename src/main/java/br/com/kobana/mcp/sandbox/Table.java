package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The records of one kind in one account, oldest first. */
final class Table {
  /** Makes the fields of a record out of the id and uid it was given. */
  interface Factory {
    ObjectNode fields(long id, String uid);
  }

  private final Kind kind;
  private final int account;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Row> byKey = new HashMap<>();
  private long lastId;

  Table(Kind kind, int account) {
    this.kind = kind;
    this.account = account;
  }

  Row add(Factory factory) {
    return add("", factory);
  }

  Row add(String parent, Factory factory) {
    return add(kind.uid(account, lastId + 1), parent, factory);
  }

  /** A record whose uid is settled elsewhere. */
  Row add(String uid, String parent, Factory factory) {
    long id = ++lastId;
    Row row = new Row(id, uid, parent, factory.fields(id, uid));
    rows.add(row);
    byKey.put(uid, row);
    byKey.put(Long.toString(id), row);
    return row;
  }

  void remove(Row row) {
    rows.remove(row);
    byKey.remove(row.uid());
    byKey.remove(Long.toString(row.id()));
  }

  void removeAll(Predicate<Row> unwanted) {
    newestFirst(unwanted).forEach(this::remove);
  }

  /** The number that the next record gets. */
  long nextId() {
    return lastId + 1;
  }

  /** By uid or by number. */
  Optional<Row> find(String idOrUid) {
    return Optional.ofNullable(byKey.get(idOrUid));
  }

  /** Those that match, newest first. */
  List<Row> newestFirst(Predicate<Row> wanted) {
    List<Row> found = new ArrayList<>();
    for (int i = rows.size() - 1; i >= 0; i--) {
      if (wanted.test(rows.get(i))) {
        found.add(rows.get(i));
      }
    }
    return found;
  }

  /** All, oldest first. */
  List<Row> rows() {
    return List.copyOf(rows);
  }
}
