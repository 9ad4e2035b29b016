package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.settings.WrongSetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files of a directory that only this process writes to. A line is written whole or not at all; it
 * is forced to the disk when no other waits behind it, and at least once a second. Used by one
 * thread.
 */
public final class AuditFiles implements AuditSink, AutoCloseable {
  private static final long FORCE_NANOS = Duration.ofSeconds(1).toNanos();
  private final Path directory;
  private @Nullable FileChannel lock;
  private @Nullable FileChannel channel;
  private String name = "";
  private long good;
  private long forcedNanos = System.nanoTime();

  public AuditFiles(Path directory) {
    this.directory = directory;
  }

  /** Where the trail in a directory ends, so that it can go on; nowhere if there is none. */
  static Chain.End end(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Chain.End.NONE;
    }
    try (Stream<Path> files = Files.list(directory)) {
      Optional<Path> newest =
          files
              .filter(f -> f.getFileName().toString().matches("audit-.*\\.jsonl"))
              .filter(f -> f.toFile().length() > 0)
              .max(Comparator.comparing(f -> f.getFileName().toString()));
      return newest.isEmpty()
          ? Chain.End.NONE
          : new Chain.End(
              newest.get().getFileName().toString(), Hash.of(LastLine.of(newest.get())));
    } catch (IOException e) {
      throw new WrongSetting(
          "mcp.audit.directory", directory.toString(), "a directory that can be read");
    }
  }

  @Override
  public void take(AuditLine line) throws IOException {
    FileChannel to = channel(line.file());
    ByteBuffer bytes = ByteBuffer.allocate(line.bytes().length + 1);
    bytes.put(line.bytes()).put((byte) '\n').flip();
    try {
      while (bytes.hasRemaining()) {
        to.write(bytes, good + bytes.position());
      }
      if (line.last() || System.nanoTime() - forcedNanos > FORCE_NANOS) {
        to.force(false);
        forcedNanos = System.nanoTime();
      }
    } catch (IOException e) {
      // Half a line must not stay in front of the next attempt.
      to.truncate(good);
      throw e;
    }
    good += bytes.limit();
  }

  private FileChannel channel(String file) throws IOException {
    FileChannel open = channel;
    if (open != null && name.equals(file)) {
      return open;
    }
    if (open != null) {
      open.force(true);
      open.close();
      channel = null;
    }
    if (lock == null) {
      lock = locked();
    }
    // Never an old one: what stands in a file stays.
    open =
        FileChannel.open(
            directory.resolve(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel = open;
    name = file;
    good = 0;
    return open;
  }

  private FileChannel locked() throws IOException {
    Files.createDirectories(directory);
    FileChannel file =
        FileChannel.open(
            directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = file.tryLock();
      if (held != null) {
        return file;
      }
    } catch (OverlappingFileLockException e) {
      // Another gateway in this process; said below.
    }
    file.close();
    throw new WrongSetting(
        "mcp.audit.directory", directory.toString(), "a directory that no other gateway writes to");
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.force(true);
      channel.close();
    }
    if (lock != null) {
      lock.close();
    }
  }
}
