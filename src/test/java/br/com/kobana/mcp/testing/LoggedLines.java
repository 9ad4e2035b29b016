package br.com.kobana.mcp.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What one logger says during a test. */
public final class LoggedLines implements BeforeEachCallback, AfterEachCallback {
  private final Logger logger;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  private LoggedLines(Logger logger) {
    this.logger = logger;
  }

  public static LoggedLines of(String logger) {
    return new LoggedLines((Logger) LoggerFactory.getLogger(logger));
  }

  /** Level and text of each line so far. */
  public List<String> lines() {
    return List.copyOf(appender.list).stream()
        .map(e -> e.getLevel() + " " + e.getFormattedMessage())
        .toList();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    appender.start();
    logger.addAppender(appender);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    logger.detachAppender(appender);
  }
}
