package br.com.kobana.mcp.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each wrong value stops the start with one line: the key, the value, and what is allowed. */
class SettingsTest {
  private static final String URL =
      "an absolute http(s) URL in lower case, no query, fragment or trailing slash";

  private static Settings with(String key, String value) {
    Map<String, String> values = new HashMap<>(Map.of("kobana.api-url", "sandbox"));
    values.put(key, value);
    return Settings.with(values);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp.port,0,65535",
    "mcp.management.port,0,65535",
    "mcp.sandbox.port,0,65535",
    "mcp.workers,1,10000",
    "mcp.max-in-flight,1,1000000",
    "mcp.request-timeout-ms,100,600000",
    "mcp.idle-timeout-s,1,3600",
    "mcp.max-header-bytes,4096,1048576",
    "kobana.connect-timeout-ms,1,60000",
    "kobana.response-timeout-ms,1,120000",
    "kobana.pool-size,1,100000",
    "kobana.max-answer-bytes,1024,1073741824",
    "kobana.call-budget-ms,1,25000",
    "kobana.resilience.attempts,1,10",
    "kobana.resilience.backoff-ms,1,10000",
    "kobana.resilience.max-wait-ms,1,10000",
    "kobana.resilience.breaker-window-s,1,3600",
    "kobana.resilience.breaker-minimum-calls,1,1000000",
    "kobana.resilience.breaker-failure-percent,1,100",
    "kobana.resilience.breaker-open-ms,1,600000",
    "kobana.resilience.breaker-trial-calls,1,1000",
    "mcp.auth.cache-s,1,3600",
    "mcp.auth.negative-cache-s,0,3600",
    "mcp.auth.cache-size,1,10000000",
    "mcp.rate-limit.reads-per-hour,0,2147483647",
    "mcp.rate-limit.writes-per-hour,0,2147483647",
    "mcp.rate-limit.address-per-minute,0,2147483647",
    "mcp.stop.delay-s,0,300",
    "mcp.tools.page-size,1,10000"
  })
  void aNumberIsWholeAndWithinItsBounds(String key, long least, long most) {
    String allowed = "a whole number from " + least + " to " + most;
    for (String wrong :
        new String[] {
          "", "abc", "1.5", "1e3", "0x1", "١x", Long.toString(least - 1), Long.toString(most + 1)
        }) {
      assertThatThrownBy(() -> with(key, wrong))
          .isInstanceOf(WrongSetting.class)
          .hasMessage("%s: \"%s\" is not allowed; %s", key, wrong, allowed);
    }
    with(key, Long.toString(least));
    with(key, Long.toString(most));
  }

  @ParameterizedTest
  @CsvSource({
    "mcp.threading,loops,'one of [loop, worker]'",
    "mcp.threading,LOOP,'one of [loop, worker]'",
    "kobana.transport,http,'one of [kobana, camel-http]'",
    "mcp.reload,yes,true or false",
    "mcp.reload,true,'only with mcp.routes.directory, mcp.catalog.directory or mcp.prompts.directory'",
    "mcp.routes.directory,/no/such/place,'an existing directory, or empty'",
    "mcp.catalog.directory,pom.xml,'an existing directory, or empty'",
    "mcp.prompts.directory,/no/such/place,'an existing directory, or empty'",
    "kobana.api-url,'','sandbox, https://api-sandbox.kobana.com.br or https://api.kobana.com.br'",
    "mcp.auth.authorization-servers,'',at least one https URL",
    "mcp.allowed-origins,http://localhost/x,'scheme://host[:port], no path'"
  })
  void aChoiceIsOneOfThoseNamed(String key, String wrong, String allowed) {
    assertThatThrownBy(() -> with(key, wrong))
        .isInstanceOf(WrongSetting.class)
        .hasMessage("%s: \"%s\" is not allowed; %s", key, wrong, allowed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "ftp://localhost",
        "http://",
        "http://LOCALHOST",
        "HTTP://localhost",
        "http://localhost?a",
        "http://localhost#a",
        "http://localhost:99999",
        "http://local host",
        "//localhost",
        "*"
      })
  void anAddressIsAPlainUrl(String wrong) {
    for (String key :
        new String[] {
          "kobana.api-url",
          "mcp.public-url",
          "mcp.allowed-origins",
          "mcp.auth.authorization-servers"
        }) {
      assertThatThrownBy(() -> with(key, wrong))
          .isInstanceOf(WrongSetting.class)
          .hasMessage("%s: \"%s\" is not allowed; %s", key, wrong, URL);
    }
  }

  @Test
  void onlyAnIssuerMayEndWithASlash() {
    for (String key : new String[] {"kobana.api-url", "mcp.public-url", "mcp.allowed-origins"}) {
      assertThatThrownBy(() -> with(key, "http://localhost/"))
          .isInstanceOf(WrongSetting.class)
          .hasMessage("%s: \"http://localhost/\" is not allowed; %s", key, URL);
    }
    assertThatCode(() -> with("mcp.auth.authorization-servers", "http://localhost/"))
        .doesNotThrowAnyException();
  }

  @Test
  void aPasswordInAUrlIsNotRepeated() {
    assertThatThrownBy(() -> with("kobana.api-url", "https://user:secret@api.kobana.com.br"))
        .hasMessage(
            "kobana.api-url: \"https://(hidden)@api.kobana.com.br\" is not allowed; " + URL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not base64!", "c2hvcnQ=", "c2VjcmV0"})
  void aKeyIsNotRepeated(String wrong) {
    assertThatThrownBy(() -> with("mcp.state-keys", wrong))
        .hasMessage(
            "mcp.state-keys: \"(hidden)\" is not allowed; base64 of at least 32 bytes each");
  }

  @Test
  void theMessageIsOneShortLineWhateverTheValue() {
    assertThatThrownBy(() -> with("mcp.port", "1\n2\u0000" + "x".repeat(1000)))
        .hasMessageStartingWith("mcp.port: \"1?2?xxx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
  }

  @Test
  void aDirectoryThatCannotBeOneIsNamed() {
    assertThatThrownBy(() -> with("mcp.catalog.directory", "a\u0000b"))
        .hasMessage(
            "mcp.catalog.directory: \"a?b\" is not allowed; an existing directory, or empty");
  }

  @Test
  void theEnvironmentIsStrongerThanTheFileAndTheFileThanThePackage(@TempDir Path directory)
      throws IOException {
    Files.writeString(
        directory.resolve("application.properties"), "mcp.port=1001\nmcp.workers=1002\n");
    Map<String, String> values = Source.read(directory, Map.of("MCP_PORT", "1003"));
    assertThat(values)
        .containsEntry("mcp.port", "1003")
        .containsEntry("mcp.workers", "1002")
        .containsEntry("mcp.threading", "loop");
  }

  @Test
  void anAreaHasItsOwnSettingsAndTheRestOfAll() {
    Map<String, String> values = new HashMap<>(Map.of("kobana.api-url", "sandbox"));
    values.put("kobana.resilience.payment.attempts", "1");
    values.put("kobana.resilience.payment.response-timeout-ms", "700");
    values.put("kobana.resilience.backoff-ms", "50");
    ResilienceSettings settings = Settings.with(values).api().resilience();

    assertThat(settings.of("payment").attempts()).isEqualTo(1);
    assertThat(settings.of("payment").responseTimeout()).hasMillis(700);
    assertThat(settings.of("payment").backoff()).hasMillis(50);
    assertThat(settings.of("charge").attempts()).isEqualTo(3);
    assertThat(settings.of("charge").responseTimeout()).hasSeconds(20);
    assertThat(settings.of("charge").maxConcurrent()).isEqualTo(256);
  }

  @Test
  void anAreaTakesNoMoreTimeOrConnectionsThanThereAre() {
    assertThatThrownBy(() -> with("kobana.resilience.charge.response-timeout-ms", "20001"))
        .hasMessage(
            "kobana.resilience.charge.response-timeout-ms: \"20001\" is not allowed; a whole number"
                + " from 1 to 20000");
    assertThatThrownBy(() -> with("kobana.resilience.charge.max-concurrent", "513"))
        .hasMessage(
            "kobana.resilience.charge.max-concurrent: \"513\" is not allowed; a whole number from 1"
                + " to 512");
    assertThat(with("kobana.pool-size", "1").api().resilience().of("charge").maxConcurrent())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kobana.resilience.atempts",
        "kobana.resilience.charge.atempts",
        "kobana.resilience.charge.x.attempts"
      })
  void aMisspeltSettingOfResilienceIsNamed(String key) {
    assertThatThrownBy(() -> with(key, "1"))
        .isInstanceOf(WrongSetting.class)
        .hasMessageStartingWith(key + ": \"1\" is not allowed; not a key");
  }

  @Test
  void anAreaCanBeSetInTheEnvironment(@TempDir Path directory) throws IOException {
    Map<String, String> values =
        Source.read(
            directory,
            Map.of(
                "KOBANA_RESILIENCE_PAYMENT_ATTEMPTS", "1",
                "KOBANA_RESILIENCE_BREAKER_OPEN_MS", "5000"));
    assertThat(values)
        .containsEntry("kobana.resilience.payment.attempts", "1")
        .containsEntry("kobana.resilience.breaker-open-ms", "5000")
        .doesNotContainKey("kobana.resilience.breaker.open-ms");
  }
}
