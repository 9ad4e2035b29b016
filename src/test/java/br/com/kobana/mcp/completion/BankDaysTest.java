package br.com.kobana.mcp.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BankDaysTest {
  @ParameterizedTest
  @CsvSource({
    "2024,2024-03-31",
    "2025,2025-04-20",
    "2026,2026-04-05",
    "2027,2027-03-28",
    "2038,2038-04-25",
    "2049,2049-04-18"
  })
  void easterFallsOnItsDay(int year, LocalDate easter) {
    assertThat(BankDays.easter(year)).isEqualTo(easter);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-16",
        "2026-02-17",
        "2026-04-03",
        "2026-06-04",
        "2026-11-20",
        "2026-12-25",
        "2026-11-28",
        "2026-11-29",
        "2027-01-01"
      })
  void banksAreClosed(LocalDate day) {
    assertThat(BankDays.isOpen(day)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-02-18", "2026-04-06", "2026-06-05", "2026-11-30", "2026-12-24"})
  void banksAreOpen(LocalDate day) {
    assertThat(BankDays.isOpen(day)).isTrue();
  }
}
