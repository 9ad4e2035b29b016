package br.com.kobana.mcp.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A guard that would not guard as it reads stops the start. */
class GuardSettingsTest {
  private static GuardSettings with(String... pairs) {
    Map<String, String> values = new HashMap<>(Map.of("kobana.api-url", "sandbox"));
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return Settings.with(values).safety().guards();
  }

  @Test
  void nothingIsGuardedUnlessAskedFor() {
    GuardSettings guards = with();
    assertThat(guards.general().isOn()).isFalse();
    assertThat(guards.general().never()).isEmpty();
    assertThat(guards.accounts()).isEmpty();
    assertThat(guards.tools()).isEmpty();
  }

  @Test
  void amountsAreExact() {
    assertThat(with("mcp.guard.call-amount", "1234.5").general().call()).hasValue(123450);
    assertThat(with("mcp.guard.call-amount", "0").general().call()).hasValue(0);
    assertThat(with("mcp.guard.day-amount", "99999999999.99").general().day())
        .hasValue(9_999_999_999_999L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.234", "1,5", "1e3", "R$ 5", "abc", "100000000000", ".5", "5."})
  void anAmountIsInReaisWithUpToTwoDecimals(String wrong) {
    assertThatThrownBy(() -> with("mcp.guard.hour-amount", wrong))
        .isInstanceOf(WrongSetting.class)
        .hasMessage(
            "mcp.guard.hour-amount: \"%s\" is not allowed; an amount in BRL such as 1500 or"
                + " 1500.00, or empty",
            wrong);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8-18", "18:00-08:00", "08:00-08:00", "08:00-24:01", "24:00-24:00", "x"})
  void hoursArePartOfOneDay(String wrong) {
    assertThatThrownBy(() -> with("mcp.guard.hours", wrong))
        .isInstanceOf(WrongSetting.class)
        .hasMessageContaining("a part of one day such as 08:00-18:00");
  }

  @Test
  void theEndOfTheDayIsAnHour() {
    GuardSettings.Hours hours = with("mcp.guard.hours", "08:00-24:00").general().hours().get();
    assertThat(hours.hold(java.time.LocalTime.of(23, 59))).isTrue();
    assertThat(hours.hold(java.time.LocalTime.of(7, 59))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp.guard.max-amount",
        "mcp.guard.call_amount",
        "mcp.guard.tool.banking_transfer_pix_create.hour-amount",
        "mcp.guard.account.a.amount",
        "mcp.guard.token.a.call-amount"
      })
  void aMisspeltGuardIsNotIgnored(String key) {
    assertThatThrownBy(() -> with(key, "1"))
        .isInstanceOf(WrongSetting.class)
        .hasMessageStartingWith(key + ": \"1\" is not allowed; a key that is known: ");
  }

  @ParameterizedTest
  @CsvSource({
    "call-amount,100,100.01",
    "hour-amount,100,101",
    "day-amount,0,0.01",
    "hours,08:00-18:00,07:59-18:00",
    "hours,08:00-18:00,08:00-24:00",
    "payees,ana@example.com,bia@example.com"
  })
  void aNarrowerGuardCannotLoosen(String name, String general, String narrower) {
    String key = "mcp.guard.account.a." + name;
    assertThatThrownBy(() -> with("mcp.guard." + name, general, key, narrower))
        .isInstanceOf(WrongSetting.class)
        .hasMessageStartingWith(key + ": ")
        .hasMessageEndingWith(
            "what is within mcp.guard." + name + ": a guard can only be tightened")
        .hasMessageNotContaining("bia@");
  }

  @ParameterizedTest
  @CsvSource({
    "call-amount,100,100",
    "hours,08:00-18:00,09:30-18:00",
    "hours,08:00-24:00,09:00-24:00",
    "call-amount,'',5"
  })
  void aNarrowerGuardMayTighten(String name, String general, String narrower) {
    GuardSettings guards =
        with("mcp.guard." + name, general, "mcp.guard.tool.some_tool." + name, narrower);
    assertThat(guards.tools().get("some_tool").isOn()).isTrue();
  }

  @Test
  void sumsInRedisNeedKeysThatReplicasShare() {
    assertThatThrownBy(() -> with("redis.url", "redis://localhost", "mcp.guard.hour-amount", "100"))
        .isInstanceOf(WrongSetting.class)
        .hasMessageStartingWith("mcp.state-keys: ");
  }
}
