package br.com.kobana.mcp.completion;

import br.com.kobana.mcp.prompts.Prompt;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/** Days worth suggesting, in Brasília's calendar, as {@code YYYY-MM-DD}. */
final class Days {
  private static final ZoneId BRASILIA = ZoneId.of("America/Sao_Paulo");
  private static final int SCHEDULED = 6;

  private final InstantSource clock;

  Days(InstantSource clock) {
    this.clock = clock;
  }

  List<String> of(Prompt.Range range) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), BRASILIA);
    LocalDate first = today.withDayOfMonth(1);
    Stream<LocalDate> days =
        switch (range) {
          case PAST ->
              Stream.of(today, today.minusDays(1), first, first.minusMonths(1), first.minusDays(1));
          case SCHEDULE -> Stream.iterate(today, BankDays::next).limit(SCHEDULED);
        };
    return days.distinct().map(LocalDate::toString).toList();
  }
}
