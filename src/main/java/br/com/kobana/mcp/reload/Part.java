package br.com.kobana.mcp.reload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is taken as a whole from some directories, such as the routes. Looked at by one thread at a
 * time; what it tells may be read on any.
 */
public final class Part {
  private static final Logger LOG = LoggerFactory.getLogger(Part.class);
  private final String name;
  private final List<Path> directories;
  private final Take take;
  private final LongAdder taken = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile String inForce;
  private volatile Optional<String> refusal = Optional.empty();
  private String lastTried;
  private String lastSeen;

  /** Puts what the directories hold in force. */
  @FunctionalInterface
  public interface Take {
    /**
     * @throws Exception saying what is wrong; then nothing has changed
     */
    void run() throws Exception;
  }

  /**
   * A part that is in force.
   *
   * @param version of the directories before it was read from them, so that a change meanwhile is
   *     seen later
   */
  public Part(String name, List<Path> directories, String version, Take take) {
    this.name = name;
    this.directories = List.copyOf(directories);
    this.take = take;
    this.inForce = version;
    this.lastTried = inForce;
    this.lastSeen = inForce;
  }

  public String name() {
    return name;
  }

  /** Digest of the files that are in force. */
  public String version() {
    return inForce;
  }

  /** How often a change was taken since the start. */
  public long taken() {
    return taken.sum();
  }

  /** How often a change was refused since the start. */
  public long refused() {
    return refused.sum();
  }

  /** Why what the directories hold now is not in force. */
  public Optional<String> refusal() {
    return refusal;
  }

  /**
   * Takes what has changed. A change is taken when it is seen the second time, unchanged: files
   * that are being copied one after the other come to rest first.
   */
  void look() {
    String now = Mounted.version(directories);
    boolean rests = now.equals(lastSeen);
    lastSeen = now;
    if (!rests || now.equals(lastTried)) {
      return;
    }
    lastTried = now;
    if (now.equals(inForce)) {
      refusal = Optional.empty();
      LOG.info("reload: part={} version={} is in force again", name, now);
      return;
    }
    try {
      take.run();
      inForce = now;
      refusal = Optional.empty();
      taken.increment();
      LOG.info("reload: part={} version={} taken", name, now);
    } catch (Exception e) {
      refused.increment();
      String reason = reason(e);
      refusal = Optional.of(reason);
      LOG.error(
          "reload: part={} version={} refused, version={} stays in force: {}",
          name,
          now,
          inForce,
          reason);
    }
  }

  /** The innermost cause, which names file and place, in one line. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
    return line.length() <= 500 ? line : line.substring(0, 500) + "…";
  }
}
