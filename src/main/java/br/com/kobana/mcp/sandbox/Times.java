package br.com.kobana.mcp.sandbox;

import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Dates and times as the API writes them: Brasília, three hours behind UTC. */
record Times(InstantSource clock) {
  private static final ZoneOffset BRASILIA = ZoneOffset.ofHours(-3);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx");

  LocalDate today() {
    return now().toLocalDate();
  }

  /** Now, to the second. */
  OffsetDateTime now() {
    return clock.instant().atOffset(BRASILIA).truncatedTo(ChronoUnit.SECONDS);
  }

  String stamp() {
    return stamp(now());
  }

  static String stamp(OffsetDateTime time) {
    return STAMP.format(time);
  }

  /** Midnight of the day. */
  static OffsetDateTime startOf(LocalDate day) {
    return day.atStartOfDay().atOffset(BRASILIA);
  }
}
