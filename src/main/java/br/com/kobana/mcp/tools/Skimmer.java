package br.com.kobana.mcp.tools;

import br.com.kobana.mcp.catalog.RowIds;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Masks and projects an answer in one pass, without a tree: what stays is copied byte for byte, in
 * the longest pieces there are. {@link Masks} and {@link FieldTree} decide, as they do for a tree;
 * what is rare (notices, duplicate names, exponents, control characters) and what is malformed is
 * left to the tree. For one answer.
 */
final class Skimmer {
  /** No longer than the longest text that a tree may have: one that is skipped is not measured. */
  private static final int LONGEST = 16 * 1024 * 1024;

  /** A bare object with as many members may be a notice: {@code {"status":202,"message":"…"}}. */
  private static final int MOST_OF_A_NOTICE = 2;

  private final JsonParser tokens;
  private final Masks masks;
  private final Cutting cutting;
  private final OpenNames names = new OpenNames();
  private final List<String> uids = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private final ObjectNode beside = Json.object();
  private Optional<JsonText> data = Optional.empty();
  private boolean list;

  /** The rows, or the members of the record that were not dropped. */
  private int count;

  /** This answer is for the tree. */
  private static final class GivenUp extends Exception {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super(null, null, false, false);
    }
  }

  private Skimmer(byte[] body, JsonParser tokens, Masks masks) {
    this.tokens = tokens;
    this.masks = masks;
    this.cutting = new Cutting(body);
  }

  /**
   * @param enveloped whether the answer is of v2
   * @param fields the fields asked for; none means all
   * @return empty where the answer has to be read as a tree, which may find it malformed
   */
  static Optional<Skimmed> skim(byte[] body, boolean enveloped, Masks masks, List<String> fields) {
    if (body.length == 0 || body.length > LONGEST || (body[0] != '{' && body[0] != '[')) {
      return Optional.empty();
    }
    try (JsonParser tokens = Json.tokens(body)) {
      return new Skimmer(body, tokens, masks).answer(enveloped, Rules.of(masks, fields));
    } catch (GivenUp | MalformedJson | IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private Optional<Skimmed> answer(boolean enveloped, Rules rules) throws IOException, GivenUp {
    JsonToken first = tokens.nextToken();
    if (enveloped && first == JsonToken.START_OBJECT) {
      envelope(rules);
    } else {
      data(first, rules);
      if (!list && count <= MOST_OF_A_NOTICE) {
        throw new GivenUp();
      }
    }
    if (tokens.nextToken() != null) {
      throw new GivenUp();
    }
    List<String> unknown = count > 0 ? rules.unmet() : List.of();
    Optional<RowIds> rows = list ? Optional.of(new RowIds(uids, ids)) : Optional.empty();
    ListPage.Last last = new ListPage.Last(list ? count : 0, beside.path("pagination"));
    ObjectNode meta = Envelope.meta(beside);
    masks.apply(meta, List.of());
    return data.map(text -> new Skimmed(text, meta, last, rows, unknown));
  }

  /** {@code {"status":…,"data":…,"pagination":…}} in any order; what else it has is small. */
  private void envelope(Rules rules) throws IOException, GivenUp {
    int object = names.open();
    for (String name = tokens.nextFieldName(); name != null; name = tokens.nextFieldName()) {
      add(name, object);
      JsonToken token = tokens.nextToken();
      if (name.equals("data")) {
        data(token, rules);
      } else if (name.equals("status")) {
        pass(token);
      } else if (Envelope.isMember(name)) {
        beside.set(name, Json.value(tokens));
      } else {
        throw new GivenUp();
      }
    }
    names.close(object);
  }

  private void data(JsonToken token, Rules rules) throws IOException, GivenUp {
    cutting.start(offset());
    list = token == JsonToken.START_ARRAY;
    if (list) {
      count = elements(tokens.nextToken(), rules, true);
    } else if (token == JsonToken.START_OBJECT) {
      count = object(rules, false);
    } else {
      throw new GivenUp();
    }
    data = cutting.end(offset() + 1);
  }

  private void value(JsonToken token, Rules rules, boolean row) throws IOException, GivenUp {
    if (token == JsonToken.START_OBJECT) {
      object(rules, row);
    } else if (token == JsonToken.START_ARRAY) {
      elements(tokens.nextToken(), rules, false);
    } else {
      scalar(token);
    }
  }

  /**
   * @param first the token after the bracket
   * @return how many there are
   */
  private int elements(JsonToken first, Rules rules, boolean rows) throws IOException, GivenUp {
    int elements = 0;
    for (JsonToken t = first; t != JsonToken.END_ARRAY; t = tokens.nextToken()) {
      value(t, rules, rows);
      elements++;
    }
    return elements;
  }

  /**
   * From its brace to its brace.
   *
   * @param row whether it is a row of the list
   * @return how many members were not dropped
   */
  private int object(Rules rules, boolean row) throws IOException, GivenUp {
    int object = names.open();
    int members = 0;
    boolean kept = false;
    for (String name = tokens.nextFieldName(); name != null; name = tokens.nextFieldName()) {
      add(name, object);
      Masks.Fate fate = masks.fate(name, rules.mask(), rules.drop());
      members += fate == Masks.Fate.DROPPED ? 0 : 1;
      FieldTree wanted = rules.wanted(name);
      if (fate == Masks.Fate.DROPPED || (wanted != Rules.ALL && wanted.isNothing())) {
        if (!cutting.isGap()) {
          cutting.leaveOut(offset());
        }
        pass(next(name, fate, row));
      } else if (fate == Masks.Fate.SHOWN && wanted == Rules.ALL) {
        if (cutting.isGap()) {
          cutting.keep(offset(), kept);
        }
        kept = true;
        JsonToken token = next(name, fate, row);
        value(token, token.isStructStart() ? rules.below(name) : Rules.PLAIN, false);
      } else {
        int start = offset();
        JsonToken token = next(name, fate, row);
        kept |=
            fate == Masks.Fate.MASKED
                ? masked(start, token, wanted, kept)
                : partly(start, token, rules.below(name), kept);
      }
    }
    names.close(object);
    if (cutting.isGap()) {
      cutting.close(offset());
    }
    return members;
  }

  /** The value of a member; ids of rows are remembered on the way. */
  private JsonToken next(String name, Masks.Fate fate, boolean row) throws IOException {
    JsonToken token = tokens.nextToken();
    if (row && name.equals(RowIds.UID)) {
      note(token, fate, uids);
    } else if (row && name.equals(RowIds.ID)) {
      note(token, fate, ids);
    }
    return token;
  }

  private void note(JsonToken token, Masks.Fate fate, List<String> to) throws IOException {
    if (fate == Masks.Fate.MASKED) {
      to.add(Masks.MASK);
    } else if (fate == Masks.Fate.SHOWN && token == JsonToken.VALUE_STRING) {
      to.add(tokens.getText());
    } else if (fate == Masks.Fate.SHOWN && token == JsonToken.VALUE_NUMBER_INT) {
      to.add(tokens.getNumberValue().toString());
    }
  }

  /** Whether the member stays; the mask in place of its value is a scalar to a projection. */
  private boolean masked(int start, JsonToken token, FieldTree wanted, boolean kept)
      throws IOException, GivenUp {
    boolean stays = wanted == Rules.ALL || wanted.keeps(false, false) == FieldTree.Kept.WHOLE;
    if (stays) {
      cutting.keep(start, kept);
      cutting.mask(offset());
    } else {
      cutting.leaveOut(start);
    }
    pass(token);
    return stays;
  }

  /** Whether the member stays, of which the value tells how much is kept. */
  private boolean partly(int start, JsonToken token, Rules below, boolean kept)
      throws IOException, GivenUp {
    boolean array = token == JsonToken.START_ARRAY;
    JsonToken first = array ? tokens.nextToken() : token;
    boolean nothing = token == JsonToken.VALUE_NULL || first == JsonToken.END_ARRAY;
    FieldTree.Kept much = below.wanted().keeps(token.isStructStart(), nothing);
    if (much == FieldTree.Kept.NOT) {
      cutting.leaveOut(start);
    } else {
      cutting.keep(start, kept);
    }
    // What is not kept at all here is a scalar.
    Rules rules = much == FieldTree.Kept.WITHIN ? below : below.whole();
    if (array) {
      elements(first, rules, false);
    } else {
      value(token, rules, false);
    }
    return much != FieldTree.Kept.NOT;
  }

  /** What does not show has to be well-formed all the same. */
  private void pass(JsonToken token) throws IOException, GivenUp {
    if (token == JsonToken.START_OBJECT) {
      int object = names.open();
      for (String name = tokens.nextFieldName(); name != null; name = tokens.nextFieldName()) {
        add(name, object);
        pass(tokens.nextToken());
      }
      names.close(object);
    } else if (token == JsonToken.START_ARRAY) {
      for (JsonToken t = tokens.nextToken(); t != JsonToken.END_ARRAY; t = tokens.nextToken()) {
        pass(t);
      }
    } else {
      scalar(token);
    }
  }

  /** A number may be out of range by its exponent only, and only as a tree is that found. */
  private void scalar(JsonToken token) throws IOException, GivenUp {
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      char[] text = tokens.getTextCharacters();
      int end = tokens.getTextOffset() + tokens.getTextLength();
      for (int i = tokens.getTextOffset(); i < end; i++) {
        if (text[i] == 'e' || text[i] == 'E') {
          throw new GivenUp();
        }
      }
    }
  }

  private void add(String name, int object) throws GivenUp {
    if (!names.add(name, object)) {
      throw new GivenUp();
    }
  }

  /** Where the token starts. */
  private int offset() {
    return (int) tokens.currentTokenLocation().getByteOffset();
  }
}
