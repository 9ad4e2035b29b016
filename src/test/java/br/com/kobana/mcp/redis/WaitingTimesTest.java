package br.com.kobana.mcp.redis;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.FailoverWindowCounter;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.SharedCounter.Known;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The bounds that people rely on, in a time that the test moves, with the time-out as it is
 * configured: 50 ms for a request, 250 ms from the first failure to the switch, 5 s for the return.
 */
class WaitingTimesTest {
  private static final Settings.Redis SETTINGS =
      Settings.with(Map.of("kobana.api-url", "sandbox", "redis.url", "redis://localhost")).redis();
  private static final Step ADD = new Step.Add(Budget.of(Bucket.READ, "a"), 1_000_000);
  private static final long LONGEST_WAIT = 50;
  private static final long SWITCH = 250;
  private static final long RETURN = 5000;

  private final VirtualLoop loop = new VirtualLoop();
  private final ScriptedRedis redis = new ScriptedRedis(loop);
  private final RedisLinks links = new RedisLinks(loop, redis::client, SETTINGS.timeout());
  private final RedisWindowCounter shared =
      new RedisWindowCounter(links, new KeyTemplate(SETTINGS.keys()), loop);
  private final FailoverWindowCounter counter =
      new FailoverWindowCounter(
          shared,
          new MemoryWindowCounter(loop, 1000),
          (after, task) -> loop.after(after.toMillis(), task));

  private CompletableFuture<Count> alone() {
    return shared.apply(ADD, Known.NOTHING).toCompletableFuture();
  }

  private boolean countsHere() {
    return counter.state() == FailoverWindowCounter.State.MEMORY;
  }

  /** A request each millisecond for so long; none waits longer than it may. */
  private void requests(long millis) {
    List<CompletableFuture<Count>> all = new ArrayList<>();
    List<Long> begun = new ArrayList<>();
    for (long end = loop.now() + millis; loop.now() < end; loop.pass(1)) {
      all.add(counter.apply(ADD).toCompletableFuture());
      begun.add(loop.now());
      for (int i = 0; i < all.size(); i++) {
        if (loop.now() - begun.get(i) > LONGEST_WAIT) {
          assertThat(all.get(i)).as("begun at %d, now %d", begun.get(i), loop.now()).isDone();
        }
      }
    }
  }

  @Test
  void anAnswerThatStaysOutIsNotWaitedFor() {
    redis.answers(false);
    CompletableFuture<Count> step = alone();
    loop.pass(39);
    assertThat(step).isNotDone();
    loop.pass(LONGEST_WAIT - 39);
    assertThat(step).isCompletedExceptionally();
  }

  @Test
  void aStepRepeatedAtTheTurnOfAWindowWaitsNoLongerThanAnother() {
    redis.answers(false);
    CompletableFuture<Count> step = alone();
    loop.pass(30);
    CompletableFuture<Count> later = alone();
    redis.answer(-1, redis.second() + 3600, 0, 0);
    assertThat(redis.waiting()).as("asked again").isEqualTo(2);
    assertThat(step).isNotDone();
    loop.pass(LONGEST_WAIT - 30);
    assertThat(step).isCompletedExceptionally();
    assertThat(later).isNotDone();
    loop.pass(30);
    assertThat(later).isCompletedExceptionally();
  }

  @Test
  void aRepeatedStepThatIsAnsweredInTimeCounts() {
    redis.answers(false);
    CompletableFuture<Count> step = alone();
    loop.pass(20);
    redis.answer(-1, redis.second() + 3600, 0, 0);
    loop.pass(15);
    redis.answer(7, redis.second() + 3600, 0, 0);
    assertThat(step.join().value()).isEqualTo(7);
  }

  @Test
  void silenceSwitchesOverInTimeAndNobodyWaits() {
    requests(20);
    redis.answers(false);
    long silent = loop.now();
    requests(SETTINGS.timeout().toMillis() - 1);
    assertThat(countsHere()).as("before anything has failed").isFalse();
    requests(silent + LONGEST_WAIT + SWITCH - loop.now());
    assertThat(countsHere()).isTrue();
    requests(3000);
    assertThat(counter.switches()).isEqualTo(1);
  }

  @Test
  void aBrokenConnectionSwitchesOverAtOnce() {
    requests(20);
    redis.breaks(false);
    requests(1);
    assertThat(countsHere()).isTrue();
  }

  /**
   * As long as a pause of this process or of the network may last without anybody being at fault.
   */
  @Test
  void aPauseIsNotAStoreThatIsAway() {
    requests(20);
    redis.answers(false);
    requests(120);
    redis.answers(true);
    requests(200);
    assertThat(counter.switches()).isZero();
  }

  @Test
  void aConnectionOnWhichNothingComesBackIsGivenUp() {
    requests(20);
    redis.answers(false);
    requests(3000);
    assertThat(redis.connections()).isGreaterThan(1);
  }

  @Test
  void itIsBackInTimeAfterSilence() {
    redis.answers(false);
    requests(2000);
    redis.answers(true);
    requests(RETURN);
    assertThat(countsHere()).isFalse();
  }

  @Test
  void itIsBackInTimeAfterARestart() {
    redis.breaks(false);
    requests(2000);
    assertThat(countsHere()).isTrue();
    redis.reachable(true);
    requests(RETURN);
    assertThat(countsHere()).isFalse();
  }
}
