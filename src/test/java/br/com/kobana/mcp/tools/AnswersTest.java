package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class AnswersTest {
  @Property
  void errorsSayThatTheyAreAndSuccessesDoNot(@ForAll String text) {
    assertThat(Answers.error(text, Json.object()).isError()).isTrue();
    ObjectNode json = Json.object().put("data", text).put("isError", true);
    assertThat(Answers.success(json, Optional.of(text), Json.object()).isError()).isFalse();
  }

  @Example
  void textAndObjectAreTheSameCharacters() {
    Result result =
        Answers.success(Json.object().put("a", "\"x\""), Optional.empty(), Json.object());
    assertThat(new String(result.members(), StandardCharsets.UTF_8))
        .isEqualTo(
            "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":\\\"\\\\\\\"x\\\\\\\"\\\"}\"}],"
                + "\"structuredContent\":{\"a\":\"\\\"x\\\"\"}");
  }
}
