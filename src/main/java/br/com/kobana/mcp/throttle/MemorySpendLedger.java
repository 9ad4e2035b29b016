package br.com.kobana.mcp.throttle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * In the memory of this process, for a single replica. Bounded, and full means no: forgetting an
 * older sum to make room would let it be spent again.
 */
public final class MemorySpendLedger implements SpendLedger {
  private static final int MOST_CALLS = 100_000;
  private final InstantSource clock;
  private final long mostOwners;
  private final Cache<String, Book> books =
      Caffeine.newBuilder().expireAfterAccess(Duration.ofHours(25)).executor(Runnable::run).build();

  /** The sums of one owner. Only read and written while its entry of the cache is computed. */
  private static final class Book {
    private final Map<String, Taken> calls = new HashMap<>();
    private long hourNumber;
    private long hour;
    private long dayNumber;
    private long day;
  }

  /** One call, and in how many attempts. */
  private record Taken(int attempts, long centavos, long hourNumber, long dayNumber, long until) {}

  /**
   * @param mostOwners how many sums are kept at once
   */
  public MemorySpendLedger(InstantSource clock, long mostOwners) {
    this.clock = clock;
    this.mostOwners = mostOwners;
  }

  @Override
  public CompletionStage<Standing> look(Spending spending) {
    return in(spending, book -> fits(book, spending));
  }

  @Override
  public CompletionStage<Standing> take(Spending spending) {
    return in(spending, book -> take(book, spending));
  }

  @Override
  public CompletionStage<?> giveBack(Spending spending) {
    return in(spending, book -> giveBack(book, spending));
  }

  private CompletionStage<Standing> in(Spending spending, Function<Book, Standing> step) {
    if (books.estimatedSize() >= mostOwners && books.getIfPresent(spending.owner()) == null) {
      books.cleanUp();
      if (books.estimatedSize() >= mostOwners) {
        return CompletableFuture.failedFuture(new IllegalStateException("too many sums are kept"));
      }
    }
    AtomicReference<@Nullable Standing> standing = new AtomicReference<>();
    books
        .asMap()
        .compute(
            spending.owner(),
            (owner, known) -> {
              Book book = known == null ? new Book() : known;
              turn(book);
              standing.set(step.apply(book));
              return book;
            });
    Standing result = standing.get();
    return result == null
        ? CompletableFuture.failedFuture(new IllegalStateException("too many calls are kept"))
        : CompletableFuture.completedFuture(result);
  }

  /** Opens the present hour and day; what is over is forgotten. */
  private void turn(Book book) {
    long now = clock.instant().getEpochSecond();
    long hour = Math.floorDiv(now, HOUR);
    long day = Math.floorDiv(now - DAY_BEGINS, DAY);
    if (hour > book.hourNumber) {
      book.hourNumber = hour;
      book.hour = 0;
      book.calls.values().removeIf(taken -> taken.until() <= now);
    }
    if (day > book.dayNumber) {
      book.dayNumber = day;
      book.day = 0;
    }
  }

  private static Standing fits(Book book, Spending spending) {
    Fit fit = Fit.FITS;
    if (!book.calls.containsKey(spending.id())) {
      if (exceeds(book.hour, spending, spending.hourLimit())) {
        fit = Fit.HOUR_FULL;
      } else if (exceeds(book.day, spending, spending.dayLimit())) {
        fit = Fit.DAY_FULL;
      }
    }
    return new Standing(fit, book.hour, book.day);
  }

  private static boolean exceeds(long sum, Spending spending, java.util.OptionalLong limit) {
    return limit.isPresent() && spending.centavos() > limit.getAsLong() - sum;
  }

  private @Nullable Standing take(Book book, Spending spending) {
    Standing standing = fits(book, spending);
    if (standing.fit() != Fit.FITS) {
      return standing;
    }
    Taken before = book.calls.get(spending.id());
    if (before != null) {
      book.calls.put(spending.id(), attempts(before, before.attempts() + 1));
      return standing;
    }
    if (book.calls.size() >= MOST_CALLS) {
      return null;
    }
    long until = clock.instant().getEpochSecond() + REMEMBERED.toSeconds();
    book.calls.put(
        spending.id(), new Taken(1, spending.centavos(), book.hourNumber, book.dayNumber, until));
    book.hour += spending.centavos();
    book.day += spending.centavos();
    return new Standing(Fit.FITS, book.hour, book.day);
  }

  /** While another attempt of the same call may have been sent, the amount stays. */
  private static Standing giveBack(Book book, Spending spending) {
    Taken taken = book.calls.get(spending.id());
    if (taken != null && taken.attempts() > 1) {
      book.calls.put(spending.id(), attempts(taken, taken.attempts() - 1));
    } else if (taken != null) {
      book.calls.remove(spending.id());
      if (taken.hourNumber() == book.hourNumber) {
        book.hour = Math.max(0, book.hour - taken.centavos());
      }
      if (taken.dayNumber() == book.dayNumber) {
        book.day = Math.max(0, book.day - taken.centavos());
      }
    }
    return new Standing(Fit.FITS, book.hour, book.day);
  }

  private static Taken attempts(Taken taken, int attempts) {
    return new Taken(
        attempts, taken.centavos(), taken.hourNumber(), taken.dayNumber(), taken.until());
  }

  /** Forgets every sum: for tests. */
  public void reset() {
    books.invalidateAll();
  }
}
