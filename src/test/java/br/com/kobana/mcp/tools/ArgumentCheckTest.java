package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentCheckTest {
  private static final String SCHEMA =
      """
      {"type":"object","additionalProperties":false,"required":["uid"],
       "$defs":{"person":{"type":"object","required":["name"],"additionalProperties":false,
         "properties":{"name":{"type":"string","minLength":2,"maxLength":5},
                       "email":{"type":"string","format":"email"}}}},
       "properties":{
         "uid":{"type":"string","format":"uuid"},
         "status":{"type":"string","enum":["opened","paid"]},
         "expire_at":{"type":"string","format":"date"},
         "at":{"type":"string","format":"date-time"},
         "amount":{"type":"number","minimum":0.01,"multipleOf":0.01},
         "big":{"type":"integer","maximum":9007199254740992},
         "code":{"type":"string","pattern":"^[A-Z]{3}$"},
         "flag":{"type":"boolean"},
         "tags":{"type":"array","items":{"type":"string"},"maxItems":2},
         "pair":{"prefixItems":[{"type":"string"}],"items":false},
         "choice":{"anyOf":[{"type":"string"},{"type":"integer","minimum":3}]},
         "person":{"$ref":"#/$defs/person"},
         "people":{"type":"array","items":{"$ref":"#/$defs/person"}},
         "filters":{"type":"object","additionalProperties":false,
           "properties":{"status":{"type":"string"},
             "expire_at":{"type":"object","additionalProperties":false,"minProperties":1,
               "properties":{"gte":{"type":"string"},"lte":{"type":"string"}}}}}}}
      """;
  private static final String UID = "\"uid\":\"01900000-0000-7000-8000-00000000000a\"";

  private final ArgumentCheck check = new ArgumentCheck((ObjectNode) json(SCHEMA));

  @Test
  void whatTheSchemaAllowsPasses() {
    assertThatCode(
            () ->
                check.check(
                    arguments(
                        "\"status\":\"paid\",\"expire_at\":\"2026-12-01\",\"amount\":12.50,"
                            + "\"big\":9007199254740992,\"code\":\"ABC\",\"flag\":true,"
                            + "\"tags\":[\"a\"],\"choice\":3,\"people\":[{\"name\":\"Ana\"}],"
                            + "\"at\":\"2026-11-30T10:00:00-03:00\",\"pair\":[\"a\"],"
                            + "\"filters\":{\"expire_at\":{\"gte\":\"2026-01-01\"}}")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"colour\":1|\"colour\" is not a declared argument. Declared: uid, status, expire_at",
        "\"filters\":{\"colour\":1}|\"filters.colour\" is not a filter of this tool. Supported: status, expire_at.",
        "\"filters\":{\"expire_at\":{\"in\":[]}}|\"filters.expire_at.in\" is not supported. Supported: gte, lte.",
        "\"filters\":{\"expire_at\":{}}|\"filters.expire_at\" must be an object with gte, lte, at least 1 of them.",
        "\"filters\":{\"status\":7}|\"filters.status\" must be a string.",
        "\"status\":\"late\"|\"status\" must be one of opened, paid.",
        "\"expire_at\":\"2026-02-30\"|\"expire_at\" must be a date (YYYY-MM-DD).",
        "\"expire_at\":\"01/02/2026\"|\"expire_at\" must be a date (YYYY-MM-DD).",
        "\"at\":\"2026-11-30\"|\"at\" must be a time in ISO 8601",
        "\"amount\":0|\"amount\" must be a number in steps of 0.01, at least 0.01.",
        "\"amount\":1.001|\"amount\" must be a number in steps of 0.01",
        "\"amount\":\"12\"|\"amount\" must be a number",
        "\"big\":9007199254740993|\"big\" must be a whole number, at most 9007199254740992.",
        "\"big\":1.5|\"big\" must be a whole number",
        "\"code\":\"abc\"|\"code\" must be a string that matches ^[A-Z]{3}$.",
        "\"flag\":\"true\"|\"flag\" must be true or false.",
        "\"tags\":[\"a\",1]|\"tags[1]\" must be a string.",
        "\"tags\":[\"a\",\"b\",\"c\"]|\"tags\" must be an array, at most 2 elements, each a string.",
        "\"choice\":true|\"choice\" must be a string or a whole number, at least 3.",
        "\"person\":{}|\"person.name\" is required: a string from 2 to 5 characters.",
        "\"people\":[{\"name\":\"Ana\",\"age\":3}]|\"people[0].age\" is not supported. Supported: name, email.",
        "\"person\":{\"name\":\"Ana\",\"email\":\"x\"}|\"person.email\" must be an e-mail address.",
      })
  void aViolationNamesTheArgumentAndWhatIsAllowed(String given, String expected) {
    assertThat(refusal(arguments(given))).startsWith("Invalid arguments: ").contains(expected);
  }

  @Test
  void prefixItemsCountBecauseTheDialectIsForced() {
    assertThat(refusal(arguments("\"pair\":[1]"))).contains("\"pair[0]\"");
  }

  @Test
  void oneOfSeveralIsAskedForInOneLine() {
    ArgumentCheck either =
        new ArgumentCheck(
            (ObjectNode)
                json(
                    "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{}},"
                        + "\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}"));
    BadArguments refused =
        catchThrowableOfType(
            BadArguments.class, () -> either.check((ObjectNode) json("{\"c\":1}")));
    assertThat(refused.text()).isEqualTo("Invalid arguments: \"a\" or \"b\" is required.");
  }

  @Test
  void aLargeCallWithChoicesPasses() {
    ArgumentCheck batch =
        new ArgumentCheck(
            (ObjectNode)
                json(
                    """
                    {"type":"object","properties":{"items":{"type":"array","items":{
                      "oneOf":[{"required":["a"]},{"required":["b"]}],
                      "anyOf":[{"properties":{"a":{"type":"string"}}},
                               {"properties":{"a":{"type":"integer"}}}],
                      "not":{"required":["c"]},
                      "if":{"required":["a"]},"then":{"maxProperties":1}}}}}
                    """));
    String items = "{\"a\":1},{\"b\":2},".repeat(2000) + "{\"a\":\"x\"}";
    assertThatCode(() -> batch.check((ObjectNode) json("{\"items\":[" + items + "]}")))
        .doesNotThrowAnyException();
    BadArguments refused =
        catchThrowableOfType(
            BadArguments.class,
            () -> batch.check((ObjectNode) json("{\"items\":[" + items + ",{\"a\":true}]}")));
    assertThat(refused.text()).contains("items[4001]");
  }

  @Test
  void aMissingArgumentIsNamed() {
    assertThat(refusal((ObjectNode) json("{}")))
        .isEqualTo("Invalid arguments: \"uid\" is required: a UUID.");
  }

  @Test
  void everyWrongArgumentHasItsLine() {
    assertThat(refusal(arguments("\"flag\":1,\"status\":\"x\",\"colour\":2")).lines())
        .hasSize(3)
        .anyMatch(l -> l.contains("\"flag\""))
        .anyMatch(l -> l.contains("\"status\""))
        .anyMatch(l -> l.contains("\"colour\""));
  }

  @Test
  void valuesAreNeverRepeated() {
    assertThat(
            refusal(
                arguments(
                    "\"status\":\"529.982.247-25\",\"code\":\"52998224725\","
                        + "\"expire_at\":\"52998224725\",\"person\":{\"name\":\"52998224725\","
                        + "\"email\":\"52998224725\"},\"52998224725\":1")))
        .doesNotContain("529")
        .contains("(not shown)");
  }

  @Test
  void manyViolationsAreCounted() {
    StringBuilder given = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      given.append(i == 0 ? "" : ",").append("\"x").append(i).append("\":1");
    }
    assertThat(refusal(arguments(given.toString()))).contains("and 20 more.").hasSizeLessThan(2100);
  }

  @Test
  void aHugeHeapOfUndeclaredArgumentsIsRefusedAtTheFirst() {
    StringBuilder given = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      given.append(i == 0 ? "" : ",").append("\"x").append(i).append("\":1");
    }
    assertThat(refusal(arguments(given.toString())).lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"1e999999999", "-1e999999999", "1e-999999999", "1e101"})
  void aNumberThatWouldFillTheMemoryIsRefused(String number) {
    assertThat(refusal(arguments("\"amount\":" + number)))
        .isEqualTo("Invalid arguments: \"amount\" has a number that is out of range.");
    assertThat(refusal(arguments("\"people\":[{\"name\":[" + number + "]}]")))
        .contains("out of range");
  }

  @Test
  void aRemoteReferenceIsNeverFetched() {
    ObjectNode schema =
        (ObjectNode) json("{\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:1/schema.json\"}}}");
    assertThatThrownBy(() -> new ArgumentCheck(schema).check((ObjectNode) json("{\"a\":1}")))
        .hasStackTraceContaining("DisallowSchemaLoader");
  }

  private static ObjectNode arguments(String members) {
    return (ObjectNode) json("{" + UID + "," + members + "}");
  }

  private String refusal(ObjectNode arguments) {
    BadArguments refused = catchThrowableOfType(BadArguments.class, () -> check.check(arguments));
    assertThat(refused).as("refused").isNotNull();
    return refused.text();
  }
}
