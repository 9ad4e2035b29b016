package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "application/json; profile=x"
      })
  void jsonInUtf8IsTakenHoweverItIsWritten(String type) {
    assertThat(MediaTypes.isJson(List.of(type))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/jsonp",
        "application/json; charset=iso-8859-1",
        "",
        "json"
      })
  void anythingElseIsNot(String type) {
    assertThat(MediaTypes.isJson(List.of(type))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/*;q=0.8",
        "application/json",
        "text/event-stream, application/json",
        "application/json;q=0.1, text/html",
        "text/html, */*;q=0.1",
        ""
      })
  void acceptIsReadLeniently(String accept) {
    assertThat(MediaTypes.acceptsJson(List.of(accept))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/event-stream",
        "text/html",
        "application/json;q=0, text/html",
        "application/json;q=0.000",
        "*/*, application/json;q=0"
      })
  void acceptThatExcludesJsonIsNot(String accept) {
    assertThat(MediaTypes.acceptsJson(List.of(accept))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "GZip", "x-gzip", "br, gzip;q=0.5", "*", "deflate, *;q=0.1"})
  void gzipIsTakenByWhoSaysSo(String accept) {
    assertThat(MediaTypes.acceptsGzip(List.of(accept))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "br, deflate", "identity", "gzip;q=0", "*, gzip;q=0.0", "*;q=0"})
  void gzipIsNotTakenByAnybodyElse(String accept) {
    assertThat(MediaTypes.acceptsGzip(List.of(accept))).isFalse();
    assertThat(MediaTypes.acceptsGzip(List.of())).isFalse();
  }

  @Property
  void nothingMakesThemThrow(@ForAll List<String> lines) {
    assertThat(
            List.of(
                MediaTypes.isJson(lines),
                MediaTypes.acceptsJson(lines),
                MediaTypes.acceptsGzip(lines),
                MediaTypes.prefersHtml(lines)))
        .hasSize(4);
  }
}
