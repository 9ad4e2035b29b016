package br.com.kobana.mcp.completion;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.Set;

/**
 * The days on which Brazilian banks work: not Saturdays, Sundays, national holidays (Lei 662/1949,
 * Lei 6.802/1980, Lei 14.759/2023), the two days of Carnival, Good Friday and Corpus Christi.
 * Holidays of a state or town are not known here; the API decides in the end.
 */
final class BankDays {
  private static final Set<MonthDay> FIXED =
      Set.of(
          MonthDay.of(1, 1),
          MonthDay.of(4, 21),
          MonthDay.of(5, 1),
          MonthDay.of(9, 7),
          MonthDay.of(10, 12),
          MonthDay.of(11, 2),
          MonthDay.of(11, 15),
          MonthDay.of(11, 20),
          MonthDay.of(12, 25));

  /** Days from Easter: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
  private static final Set<Long> FROM_EASTER = Set.of(-48L, -47L, -2L, 60L);

  private BankDays() {}

  static boolean isOpen(LocalDate day) {
    return day.getDayOfWeek() != DayOfWeek.SATURDAY
        && day.getDayOfWeek() != DayOfWeek.SUNDAY
        && !FIXED.contains(MonthDay.from(day))
        && !FROM_EASTER.contains(day.toEpochDay() - easter(day.getYear()).toEpochDay());
  }

  static LocalDate next(LocalDate day) {
    LocalDate next = day.plusDays(1);
    while (!isOpen(next)) {
      next = next.plusDays(1);
    }
    return next;
  }

  /** Easter Sunday by the Gregorian reckoning (the anonymous algorithm of 1876). */
  static LocalDate easter(int year) {
    int a = year % 19;
    int b = year / 100;
    int c = year % 100;
    int g = (b - (b + 8) / 25 + 1) / 3;
    int h = (19 * a + b - b / 4 - g + 15) % 30;
    int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    int m = (a + 11 * h + 22 * l) / 451;
    int n = h + l - 7 * m + 114;
    return LocalDate.of(year, n / 31, n % 31 + 1);
  }
}
