package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.observe.Admission;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.observe.Observer;
import br.com.kobana.mcp.observe.OperatorActions;
import br.com.kobana.mcp.settings.Settings;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what is to be recorded from the event loops without ever making one wait, and hands it to
 * the sink on a thread of its own. Between the two is a buffer with a bound. With {@code block} a
 * call of a tool takes a place in it before anything is sent, and is refused where there is none:
 * its record is never lost, and a sink that fails is tried again until it takes the line. With
 * {@code drop-and-count} calls go on, and the trail says how many records are missing and where.
 */
public final class AuditTrail implements Observer, Admission, OperatorActions, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final long FIRST_WAIT_MS = 50;
  private static final long LONGEST_WAIT_MS = 5000;
  private final Settings.Audit settings;
  private final Records records;
  private final InstantSource clock;
  private final Chain chain;
  private final LinkedTransferQueue<ObjectNode> waiting = new LinkedTransferQueue<>();
  private final AtomicInteger free;
  private final Crowd crowd;
  private final AtomicLong missing = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final Thread thread = new Thread(this::run, "audit");
  private volatile AuditSink sink = line -> {};
  private volatile boolean failing;
  private volatile boolean closing;
  private volatile long giveUpNanos = Long.MAX_VALUE;

  /**
   * @param random for names of files
   */
  public AuditTrail(Settings.Audit settings, InstantSource clock, IntSupplier random) {
    AuditKey key = new AuditKey(settings.keys().get(0));
    this.settings = settings;
    this.clock = clock;
    this.crowd = new Crowd(clock);
    this.records = new Records(key, clock);
    this.chain = new Chain(key, AuditFiles.end(settings.directory()), random);
    this.free = new AtomicInteger(settings.buffer());
  }

  /**
   * Begins the trail. What was told before waits until now.
   *
   * @throws Exception where the sink does not take the first line
   */
  public void start(AuditSink to) throws Exception {
    sink = to;
    open();
    thread.setDaemon(true);
    thread.start();
  }

  private void open() throws Exception {
    byte[] line = chain.open(clock.instant());
    sink.take(new AuditLine(chain.file(), line, true));
    chain.taken(line);
  }

  @Override
  public boolean admits(Observation observation) {
    if (settings.onFull() == Settings.OnFull.DROP_AND_COUNT || observation.isReserved()) {
      return true;
    }
    if (!take(0)) {
      refused.incrementAndGet();
      return false;
    }
    observation.reserve();
    return true;
  }

  @Override
  public void ended(Observation observation) {
    if (observation.caller().isEmpty() && Records.concern(observation) && !crowd.tells()) {
      return;
    }
    Optional<ObjectNode> record;
    try {
      record =
          Records.concern(observation) ? Optional.of(records.of(observation)) : Optional.empty();
    } catch (RuntimeException e) {
      // What cannot be told in full is told as missing, never left out in silence.
      LOG.error("a request could not be recorded: {}", e.getClass().getName());
      drop();
      record = Optional.empty();
    }
    if (record.isPresent() && closing && !thread.isAlive()) {
      LOG.error("audit: ended, a record is lost: request={}", observation.requestId());
    } else if (record.isPresent() && (observation.isReserved() || take(settings.buffer() / 4))) {
      waiting.add(record.get());
    } else if (record.isPresent()) {
      drop();
    } else if (observation.isReserved()) {
      free.incrementAndGet();
    }
  }

  @Override
  public void took(String operator, String action, Map<String, String> facts) {
    if (take(0)) {
      waiting.add(records.operator(operator, action, facts));
    } else {
      drop();
    }
  }

  /**
   * @param spared places that are left for calls that have to be let in
   */
  private boolean take(int spared) {
    int left = free.get();
    while (left > spared && !closing) {
      if (free.compareAndSet(left, left - 1)) {
        return true;
      }
      left = free.get();
    }
    return false;
  }

  private void drop() {
    missing.incrementAndGet();
    dropped.incrementAndGet();
  }

  private void run() {
    long toldNanos = System.nanoTime();
    while (!(closing && waiting.isEmpty() && missing.get() == 0 && backlog() == 0)) {
      try {
        ObjectNode next =
            waiting.poll(closing ? FIRST_WAIT_MS : TICK.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null && next.isEmpty()) {
          continue;
        }
        boolean open = chain.isOpen() || put(() -> chain.open(clock.instant()));
        if (open) {
          tellMissing();
        }
        if (open && System.nanoTime() - toldNanos > TICK.toNanos()) {
          tellCrowd();
          toldNanos = System.nanoTime();
        }
        if (next != null) {
          write(next, open);
        }
        turnOver();
        if (giveUpNanos - System.nanoTime() < 0) {
          break;
        }
      } catch (InterruptedException e) {
        LOG.warn("audit: interrupted; only closing ends the trail");
      }
    }
    try {
      tellCrowd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    seal();
    if (!waiting.isEmpty() || missing.get() > 0) {
      LOG.error("audit: {} records are lost", waiting.size() + missing.get());
    }
  }

  private void write(ObjectNode record, boolean open) throws InterruptedException {
    boolean taken = open && put(() -> chain.line(record));
    free.incrementAndGet();
    if (taken) {
      written.incrementAndGet();
    } else {
      drop();
    }
  }

  private void tellMissing() throws InterruptedException {
    long count = missing.getAndSet(0);
    if (count > 0 && !put(() -> chain.gap(clock.instant(), count))) {
      missing.addAndGet(count);
    }
  }

  private void tellCrowd() throws InterruptedException {
    long count = crowd.take();
    if (count > 0 && !put(() -> chain.crowd(clock.instant(), count))) {
      crowd.giveBack(count);
    }
  }

  private void turnOver() {
    boolean old =
        Duration.between(chain.openedAt(), clock.instant()).compareTo(settings.rotateAfter()) >= 0;
    if (chain.bytes() < settings.rotateBytes() && !(old && chain.lines() > 1)) {
      return;
    }
    seal();
  }

  private void seal() {
    try {
      if (!chain.isOpen() || !put(() -> chain.close(clock.instant()))) {
        return;
      }
    } catch (InterruptedException e) {
      return;
    }
    // Kept apart from the files, this shows whether one was cut off or taken away.
    LOG.info("audit sealed: file={} lines={} hash={}", chain.file(), chain.lines(), chain.head());
    chain.closed();
  }

  @FunctionalInterface
  private interface Line {
    byte[] make();
  }

  /** Whether the sink took it; with {@code block} only the end of the process makes that false. */
  private boolean put(Line line) throws InterruptedException {
    long wait = FIRST_WAIT_MS;
    while (true) {
      byte[] bytes = line.make();
      try {
        sink.take(new AuditLine(chain.file(), bytes, waiting.isEmpty()));
        chain.taken(bytes);
        if (failing) {
          failing = false;
          LOG.warn("audit: the sink takes lines again");
        }
        return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.incrementAndGet();
        if (!failing) {
          failing = true;
          LOG.error("audit: the sink takes no line: {}", e.getClass().getName());
        }
      }
      if (settings.onFull() == Settings.OnFull.DROP_AND_COUNT
          || giveUpNanos - System.nanoTime() < 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(closing ? FIRST_WAIT_MS : wait);
      wait = Math.min(LONGEST_WAIT_MS, 2 * wait);
    }
  }

  /** Records that wait for the sink. */
  public int backlog() {
    return settings.buffer() - free.get();
  }

  /** Records that the sink has taken. */
  public long written() {
    return written.get();
  }

  /** Records that are missing; the trail says where. */
  public long dropped() {
    return dropped.get();
  }

  /** Calls refused because there was no room for their record. */
  public long refused() {
    return refused.get();
  }

  /** Times the sink did not take a line. */
  public long failures() {
    return failures.get();
  }

  /** Whether the sink did not take the last line it was given. */
  public boolean isFailing() {
    return failing;
  }

  int capacity() {
    return settings.buffer();
  }

  boolean blocks() {
    return settings.onFull() == Settings.OnFull.BLOCK;
  }

  /** Writes what waits and seals the file; gives a sink that fails ten seconds. */
  @Override
  public void close() {
    giveUpNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    closing = true;
    // A record with nothing in it only ends the wait for one.
    waiting.add(Json.object());
    try {
      thread.join(Duration.ofSeconds(15).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
