package br.com.kobana.mcp;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import ch.qos.logback.core.spi.LifeCycle;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the gateway; with {@code --check} only says whether it would start, with {@code
 * --hash-password} makes a line of {@code mcp.console.users}.
 */
public final class Gateway {
  /** Made only once it is known how lines look: the log reads its configuration when first used. */
  private static final class Log {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  }

  private static final long LOG_MILLIS = 2000;

  private Gateway() {}

  public static void main(String[] args) throws Exception {
    List<String> arguments = List.of(args);
    if (!arguments.isEmpty() && arguments.get(0).equals("--hash-password")) {
      PasswordCommand.run(arguments.subList(1, arguments.size()));
      return;
    }
    if (!List.of("--check").containsAll(arguments)) {
      end(2, "usage: gateway [--check | --hash-password NAME viewer|operator]");
    }
    try {
      Settings settings = Settings.fromEnvironment();
      if (arguments.contains("--check")) {
        Check.run(settings).forEach(System.out::println);
        return;
      }
      System.setProperty("mcp.log.format", settings.logFormat().name().toLowerCase(Locale.ROOT));
      Warnings.of(settings).forEach(Log.LOG::warn);
      RunningParts parts = RunningParts.start(settings, InstantSource.system());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(parts), "shutdown"));
      Log.LOG.info(
          "started: url={} upstream={} management={}:{}",
          settings.door().publicUrl(),
          settings
              .api()
              .url()
              .map(Object::toString)
              .orElseGet(() -> "sandbox on port " + parts.sandboxPort().orElseThrow()),
          settings.management().host(),
          settings.management().port());
      new CountDownLatch(1).await();
    } catch (Exception e) {
      writeLog();
      end(1, oneLine(e));
    }
  }

  /** A signal to stop is no failure: the process ends with 0, not with the number of the signal. */
  private static void stop(RunningParts parts) {
    int status = 0;
    try {
      parts.close();
      Log.LOG.info("stopped");
    } catch (RuntimeException e) {
      Log.LOG.error("did not stop in order: {}", e.toString());
      status = 1;
    }
    writeLog();
    Runtime.getRuntime().halt(status);
  }

  /** Lines wait in the appender's buffer. Who reads them may have stopped reading. */
  private static void writeLog() {
    if (LoggerFactory.getILoggerFactory() instanceof LifeCycle logging) {
      Thread writing = new Thread(logging::stop, "log");
      writing.setDaemon(true);
      writing.start();
      try {
        writing.join(LOG_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The first cause that says what to change; else the innermost. */
  private static String oneLine(Throwable failure) {
    Throwable cause = failure;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      cause = t;
      if (t instanceof WrongSetting || t instanceof br.com.kobana.mcp.http.PortInUse) {
        break;
      }
    }
    return "cannot start: " + (cause.getMessage() == null ? cause.toString() : cause.getMessage());
  }

  private static void end(int status, String line) {
    System.err.println(line);
    Runtime.getRuntime().halt(status);
  }
}
