package br.com.kobana.mcp.http;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the event loops from a thread of its own. A step that has blocked a loop for a while is
 * named in the log; one that goes on is interrupted, so that its request gets an answer and the
 * other connections of that loop go on.
 */
public final class BlockedLoops extends ServiceSupport {
  private static final Logger LOG = LoggerFactory.getLogger(BlockedLoops.class);
  private final HttpServers servers;
  private final Duration warnAfter;
  private final Duration interruptAfter;
  private final LongAdder seen = new LongAdder();
  private ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();

  public BlockedLoops(HttpServers servers, Duration warnAfter, Duration interruptAfter) {
    this.servers = servers;
    this.warnAfter = warnAfter;
    this.interruptAfter = interruptAfter;
    watcher.shutdown();
  }

  /** How often a loop was found blocked since the start. */
  public long seen() {
    return seen.sum();
  }

  @Override
  protected void doStart() {
    watcher =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "blocked-loops");
              thread.setDaemon(true);
              return thread;
            });
    long every = Math.max(10, Math.min(warnAfter.toMillis(), interruptAfter.toMillis()) / 4);
    var unused = watcher.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
  }

  private void look() {
    for (LoopWatch watch : servers.watches()) {
      watch.newlyBlockedFor(warnAfter.toMillis()).ifPresent(this::warn);
      if (watch.blockedFor(interruptAfter.toMillis()).isPresent()) {
        watch.interruptIfStillIn(interruptAfter.toMillis());
      }
    }
  }

  private void warn(LoopWatch.Blocked blocked) {
    seen.increment();
    LOG.warn(
        "event loop blocked: loop={} route={} step={} ms={}; put the step behind seda or threads, or"
            + " set mcp.threading=worker",
        blocked.loop(),
        blocked.route(),
        blocked.step(),
        blocked.millis());
  }

  @Override
  protected void doStop() {
    watcher.shutdownNow();
  }
}
