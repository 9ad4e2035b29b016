package br.com.kobana.mcp.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at files now and then, on a thread of its own, and says when one has changed. It looks
 * through symbolic links, so that a mounted secret that is swapped as a whole is seen.
 */
public final class FileWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);
  private final List<Path> files;
  private final Runnable changed;
  private final ScheduledExecutorService watcher;
  private String seen;

  private FileWatch(List<Path> files, Runnable changed) {
    this.files = List.copyOf(files);
    this.changed = changed;
    this.seen = state();
    this.watcher =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "file-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * @param changed run after a change; a failure in it is logged, and the next change runs it again
   */
  public static FileWatch start(List<Path> files, Duration every, Runnable changed) {
    FileWatch watch = new FileWatch(files, changed);
    var unused =
        watch.watcher.scheduleWithFixedDelay(
            watch::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  private void look() {
    String now = state();
    if (now.equals(seen)) {
      return;
    }
    seen = now;
    try {
      changed.run();
    } catch (RuntimeException e) {
      LOG.error("changed files not taken: files={} cause={}", files, e.getClass().getName());
    }
  }

  private String state() {
    StringBuilder state = new StringBuilder();
    for (Path file : files) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        state
            .append(attributes.lastModifiedTime().toMillis())
            .append(' ')
            .append(attributes.size())
            .append(' ')
            .append(attributes.fileKey())
            .append('\n');
      } catch (IOException e) {
        state.append("none\n");
      }
    }
    return state.toString();
  }

  @Override
  public void close() {
    watcher.shutdownNow();
  }
}
