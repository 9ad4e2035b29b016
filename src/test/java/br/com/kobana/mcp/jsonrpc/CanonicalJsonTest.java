package br.com.kobana.mcp.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
  private static byte[] digest(String json) {
    try {
      return CanonicalJson.digest(Json.parse(json));
    } catch (MalformedJson e) {
      throw new AssertionError(json, e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10|10.0",
        "10.0|10.00",
        "10|1E1",
        "0|0.00",
        "0|-0.0",
        "100e2147483647|1000e2147483646",
        "{\"a\":1,\"b\":2}|{ \"b\" : 2, \"a\" : 1.0 }",
        "\"\\u00e9\"|\"é\"",
        "{\"a\":{\"y\":1,\"x\":[1,2]}}|{\"a\":{\"x\":[1,2],\"y\":1}}",
      })
  void whatSaysTheSameHasOneDigest(String one, String other) {
    assertThat(digest(one)).isEqualTo(digest(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10|100",
        "10|10.001",
        "0.1|0.10000000000000000001",
        "9007199254740993|9007199254740992",
        "1234567890123.45|1234567890123.450001",
        "10|\"10\"",
        "null|\"null\"",
        "{}|{\"a\":null}",
        "[1,2]|[2,1]",
        "[[1],2]|[[1,2]]",
        "[]|{}",
        "{\"a\":\"b\",\"c\":1}|{\"a\":\"b,c:1\"}",
        "true|\"true\"",
      })
  void whatSaysSomethingElseHasAnother(String one, String other) {
    assertThat(digest(one)).isNotEqualTo(digest(other));
  }

  @Property
  boolean orderOfMembersDoesNotCount(
      @ForAll @Size(max = 8) Map<String, BigDecimal> members, @ForAll long seed) {
    List<String> names = new ArrayList<>(members.keySet());
    ObjectNode one = Json.object();
    names.forEach(n -> one.put(n, members.get(n)));
    Collections.shuffle(names, new Random(seed));
    ObjectNode other = Json.object();
    names.forEach(n -> other.put(n, members.get(n)));
    return Arrays.equals(CanonicalJson.digest(one), CanonicalJson.digest(other));
  }

  @Property
  boolean numbersCountByValueAlone(@ForAll BigDecimal one, @ForAll BigDecimal other) {
    boolean same =
        Arrays.equals(
            CanonicalJson.digest(Json.object().put("n", one)),
            CanonicalJson.digest(Json.object().put("n", other)));
    return same == (one.compareTo(other) == 0);
  }

  @Property
  boolean trailingZerosDoNotCount(@ForAll BigDecimal number) {
    return Arrays.equals(
        CanonicalJson.digest(Json.object().put("n", number)),
        CanonicalJson.digest(Json.object().put("n", number.setScale(number.scale() + 3))));
  }

  @Test
  void hugeExponentsCostNothing() {
    assertThat(digest("1e999999999")).hasSize(32);
  }
}
