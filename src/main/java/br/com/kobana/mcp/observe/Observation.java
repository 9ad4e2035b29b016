package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.McpMethod;
import br.com.kobana.mcp.protocol.ProtocolVersion;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.throttle.Reading;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What became known of one HTTP request between the door and its answer: the one source of metrics,
 * log lines and the audit trail. Filled by the stages that find things out, used by one thread at a
 * time, handed to the {@link Observer}s once, when nothing is left to happen. Whatever it holds may
 * be personal or secret unless the method says that it is safe to show.
 */
public final class Observation {
  private static final int STEPS = 16;

  /** How the exchange with the client ended. */
  public enum Ending {
    /** An answer was written. */
    ANSWERED,
    /** The client was gone before there was an answer. */
    HUNG_UP,
    /** The client was told that time ran out, while the call still ran. */
    OVERDUE
  }

  /** What became of the question to a person. */
  public enum Consent {
    /** The person is being asked. */
    ASKED,
    /** The person agreed, and the call went out. */
    ACCEPTED,
    /** The person said no. */
    DECLINED,
    /** The sealed state was too old, altered, of somebody else, or used before. */
    REFUSED
  }

  /** In one word what became of the request. */
  public enum Outcome {
    OK,
    /** The result says {@code isError}. */
    TOOL_ERROR,
    /** By a rung of the ladder, or with another status of 4xx. */
    REFUSED,
    /** By the gateway's own fault. */
    FAILED,
    HUNG_UP,
    OVERDUE;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As metrics and logs call it. */
    public String wire() {
      return wire;
    }
  }

  /** Memories that save asking somebody. */
  public enum Cache {
    /** Of whose a token is. */
    IDENTITY,
    /** Of the newest records that were listed to a caller. */
    RESOURCES_LIST
  }

  /**
   * One request to the Kobana API.
   *
   * @param area part of the API, from the catalogue
   * @param method HTTP method
   * @param outcome the status, or why there was none: safe to show
   * @param requestId the API's own name of the request, where it told one
   */
  public record Upstream(String area, String method, String outcome, Optional<String> requestId) {
    /** Whether it was sent and nobody knows what it did. */
    public boolean isUnknown() {
      return outcome.endsWith("after sending");
    }
  }

  private final long startedNanos = System.nanoTime();
  private long endedNanos;
  private final String[] steps = new String[STEPS];
  private final long[] stepNanos = new long[STEPS];
  private int stepCount;
  private int status;
  private long bytesIn;
  private long bytesOut;

  /** Told by the event loop while the routes may still run elsewhere. */
  private volatile Ending ending = Ending.ANSWERED;

  private @Nullable McpMethod method;
  private @Nullable ProtocolVersion version;
  private @Nullable Tool tool;
  private @Nullable Rung rung;
  private @Nullable Caller caller;
  private @Nullable Reading reading;
  private @Nullable Consent consent;
  private @Nullable String nonce;
  private @Nullable String idempotencyKey;
  private @Nullable RequestHead head;
  private @Nullable ObjectNode params;
  private @Nullable RequestTrace trace;
  private @Nullable String requestId;
  private boolean reserved;
  private boolean failedResult;
  private boolean simulated;
  private @Nullable String client;
  private @Nullable Boolean identityKnown;
  private @Nullable Boolean listKnown;
  private List<Upstream> upstream = List.of();

  /** What came before the body. */
  public void head(RequestHead of) {
    head = of;
  }

  public Optional<RequestHead> head() {
    return Optional.ofNullable(head);
  }

  /** The params of the message, as they were read. */
  public void params(ObjectNode of) {
    params = of;
  }

  public Optional<ObjectNode> params() {
    return Optional.ofNullable(params);
  }

  /** The request in a trace, where traces are kept. */
  public void trace(RequestTrace of) {
    trace = of;
  }

  public Optional<RequestTrace> trace() {
    return Optional.ofNullable(trace);
  }

  /** The trace that this request is part of, as 32 hexadecimal digits: kept here or elsewhere. */
  public Optional<String> traceId() {
    RequestTrace kept = trace;
    return kept != null ? Optional.of(kept.traceId()) : TraceParent.of(this).map(TraceParent::id);
  }

  /** The gateway's own name of the request, 16 hexadecimal digits: the same in log and audit. */
  public String requestId() {
    String id = requestId;
    if (id == null) {
      id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
      requestId = id;
    }
    return id;
  }

  /** The audit trail keeps a place for what will be told of this request. */
  public void reserve() {
    reserved = true;
  }

  public boolean isReserved() {
    return reserved;
  }

  /** How long a step of the pipeline took, waiting included. */
  public void step(String name, long nanos) {
    if (stepCount < STEPS) {
      steps[stepCount] = name;
      stepNanos[stepCount++] = nanos;
    }
  }

  /** Steps that ran, a loop's steps once for each round. */
  public int steps() {
    return stepCount;
  }

  public String stepName(int index) {
    return steps[index];
  }

  public long stepNanos(int index) {
    return stepNanos[index];
  }

  /** The answer as it was written; 0 where there was none. */
  public void answered(int httpStatus, long bytes) {
    status = httpStatus;
    bytesOut = bytes;
  }

  public void ended(Ending how) {
    ending = how;
  }

  /** Nothing is left to happen. */
  public void close() {
    endedNanos = System.nanoTime();
  }

  /** Nanoseconds since the request came in. */
  public long nanosSoFar() {
    return System.nanoTime() - startedNanos;
  }

  public long nanos() {
    return endedNanos - startedNanos;
  }

  public int status() {
    return status;
  }

  public long bytesOut() {
    return bytesOut;
  }

  public Ending ending() {
    return ending;
  }

  public void received(long bytes) {
    bytesIn = bytes;
  }

  public long bytesIn() {
    return bytesIn;
  }

  public void spoken(ProtocolVersion inVersion, Optional<McpMethod> called) {
    version = inVersion;
    method = called.orElse(null);
  }

  public Optional<McpMethod> method() {
    return Optional.ofNullable(method);
  }

  public Optional<ProtocolVersion> version() {
    return Optional.ofNullable(version);
  }

  public void tool(Tool called) {
    tool = called;
  }

  /** The tool that was called, where the catalogue has it: its name is safe to show. */
  public Optional<Tool> tool() {
    return Optional.ofNullable(tool);
  }

  public void refused(Rung at) {
    rung = at;
  }

  /** Where the message was refused, if it was. */
  public Optional<Rung> rung() {
    return Optional.ofNullable(rung);
  }

  public void caller(Caller known) {
    caller = known;
  }

  public Optional<Caller> caller() {
    return Optional.ofNullable(caller);
  }

  public void counted(Reading standing) {
    reading = standing;
  }

  public Optional<Reading> reading() {
    return Optional.ofNullable(reading);
  }

  public void consent(Consent what, Optional<String> question) {
    consent = what;
    nonce = question.orElse(null);
  }

  public Optional<Consent> consent() {
    return Optional.ofNullable(consent);
  }

  /** Names the question to the person. */
  public Optional<String> nonce() {
    return Optional.ofNullable(nonce);
  }

  public void idempotencyKey(String key) {
    idempotencyKey = key;
  }

  public Optional<String> idempotencyKey() {
    return Optional.ofNullable(idempotencyKey);
  }

  /** The result says {@code isError}. */
  public void resultFailed() {
    failedResult = true;
  }

  public boolean isFailedResult() {
    return failedResult;
  }

  public void simulated() {
    simulated = true;
  }

  public boolean isSimulated() {
    return simulated;
  }

  public void upstream(Upstream call) {
    if (upstream.isEmpty()) {
      upstream = new ArrayList<>(2);
    }
    upstream.add(call);
  }

  public List<Upstream> upstream() {
    return upstream;
  }

  /** The client gave its name: any text, of any length. */
  public void client(String name) {
    client = name;
  }

  /** What the client calls itself: its own text, not safe to show as it is. */
  public Optional<String> client() {
    return Optional.ofNullable(client);
  }

  /** Whether what was looked for in this memory was at hand. */
  public void cached(Cache cache, boolean hit) {
    switch (cache) {
      case IDENTITY -> identityKnown = hit;
      case RESOURCES_LIST -> listKnown = hit;
    }
  }

  /** Whether this memory had what was looked for; empty where nothing was. */
  public Optional<Boolean> cached(Cache cache) {
    return Optional.ofNullable(
        switch (cache) {
          case IDENTITY -> identityKnown;
          case RESOURCES_LIST -> listKnown;
        });
  }

  /** {@link #result()} as metrics and logs call it; safe to show. */
  public String outcome() {
    return result().wire();
  }

  /** What became of the request. */
  public Outcome result() {
    if (ending != Ending.ANSWERED) {
      return ending == Ending.HUNG_UP ? Outcome.HUNG_UP : Outcome.OVERDUE;
    }
    if (rung != null) {
      return rung == Rung.FAILURE ? Outcome.FAILED : Outcome.REFUSED;
    }
    if (status >= 400) {
      return status >= 500 ? Outcome.FAILED : Outcome.REFUSED;
    }
    return failedResult ? Outcome.TOOL_ERROR : Outcome.OK;
  }
}
