package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Throttle;
import br.com.kobana.mcp.throttle.WindowCounter.Count;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One account's buckets, for operators. Every operation leaves a line in the log {@code
 * br.com.kobana.mcp.audit} and in the audit trail. Callers wait for Redis: never call it on an
 * event loop.
 */
@ManagedResource(description = "Rate limits of accounts")
public final class RateLimitsBean {
  /** Its name in JMX, followed by {@code ,name=} and the name of the Camel context. */
  public static final String NAME = "br.com.kobana.mcp:type=RateLimits";

  private static final Logger AUDIT = LoggerFactory.getLogger("br.com.kobana.mcp.audit");
  private static final Pattern ACCOUNT = Pattern.compile("[0-9A-Za-z-]{1,64}");
  private final Throttle throttle;
  private final RateLimitMeters meters;
  private final BooleanSupplier degraded;
  private final OperatorActions actions;

  public RateLimitsBean(
      Throttle throttle,
      RateLimitMeters meters,
      BooleanSupplier degraded,
      OperatorActions actions) {
    this.actions = actions;
    this.throttle = throttle;
    this.meters = meters;
    this.degraded = degraded;
  }

  @ManagedAttribute(description = "Whether anything is counted per replica, Redis being away")
  public boolean isDegraded() {
    return degraded.getAsBoolean();
  }

  @ManagedAttribute(description = "Reads refused since the start")
  public long getReadsRefused() {
    return meters.refused(Bucket.READ);
  }

  @ManagedAttribute(description = "Writes refused since the start")
  public long getWritesRefused() {
    return meters.refused(Bucket.WRITE);
  }

  @ManagedOperation(description = "What an account has spent of its buckets in the present hour")
  public String read(String account) throws Exception {
    check(account);
    Count reads = wait(throttle.standing(Bucket.READ, account));
    Count writes = wait(throttle.standing(Bucket.WRITE, account));
    actions.took("jmx", "rate-limits.read", Map.of("account", account));
    AUDIT.info("rate limits read by an operator: account={}", account);
    String closed =
        writes.isClosed() ? ", closed by the API until=" + writes.closedUntilEpochSecond() : "";
    return "reads spent=%d reset=%d, writes spent=%d reset=%d%s"
        .formatted(
            reads.value(),
            reads.resetEpochSecond(),
            writes.value(),
            writes.resetEpochSecond(),
            closed);
  }

  @ManagedOperation(description = "Forgets what an account has spent in the present hour")
  public void reset(String account) throws Exception {
    check(account);
    Count reads = wait(throttle.standing(Bucket.READ, account));
    Count writes = wait(throttle.standing(Bucket.WRITE, account));
    wait(throttle.reset(account));
    actions.took(
        "jmx",
        "rate-limits.reset",
        Map.of(
            "account", account,
            "reads", Long.toString(reads.value()),
            "writes", Long.toString(writes.value())));
    AUDIT.warn(
        "rate limits reset by an operator: account={} reads={} writes={}",
        account,
        reads.value(),
        writes.value());
  }

  private static void check(String account) {
    if (!ACCOUNT.matcher(account).matches()) {
      throw new IllegalArgumentException("not the uid of an account");
    }
  }

  private static <T> T wait(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(2, TimeUnit.SECONDS);
  }
}
