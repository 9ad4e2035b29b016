package br.com.kobana.mcp.reload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks at its parts now and then, on a thread of its own. */
public final class Reload implements AutoCloseable {
  private final List<Part> parts;
  private final ScheduledExecutorService looker;

  public Reload(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.looker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "reload");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Begins to look. */
  public void start(Duration every) {
    if (!parts.isEmpty()) {
      var unused =
          looker.scheduleWithFixedDelay(
              this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  public List<Part> parts() {
    return parts;
  }

  /** Looks once at every part. */
  public synchronized void look() {
    parts.forEach(Part::look);
  }

  /** Waits for a change that is being taken; there is none after it. */
  @Override
  public void close() {
    looker.shutdown();
    synchronized (this) {
      looker.shutdownNow();
    }
  }
}
