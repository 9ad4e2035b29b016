package br.com.kobana.mcp.sandbox;

import java.time.LocalDate;

/** The seed data's calendar, counted back from the day of the start. */
record Days(LocalDate today) {
  /** Negative for days to come. */
  String ago(long days) {
    return today.minusDays(days).toString();
  }

  /** Nine in the morning, so many days before the start. */
  String stamp(long daysAgo) {
    return Times.stamp(Times.startOf(today.minusDays(daysAgo)).plusHours(9));
  }
}
