package br.com.kobana.mcp.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The lines that tell of requests during a test. */
public final class RequestLines implements BeforeEachCallback, AfterEachCallback {
  private final Logger logger = (Logger) LoggerFactory.getLogger("br.com.kobana.mcp.request");
  private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          events.add(event);
        }
      };

  public List<ILoggingEvent> events() {
    return List.copyOf(events);
  }

  /** The facts of the first line of a method, waiting for it. */
  public Map<String, Object> facts(String method) {
    Awaitility.await().until(() -> all().stream().anyMatch(f -> method.equals(f.get("method"))));
    return all().stream().filter(f -> method.equals(f.get("method"))).findFirst().orElseThrow();
  }

  /** The facts of each line so far. */
  public List<Map<String, Object>> all() {
    return events.stream()
        .map(
            event -> {
              Map<String, Object> facts = new LinkedHashMap<>();
              event.getKeyValuePairs().forEach(pair -> facts.put(pair.key, pair.value));
              return facts;
            })
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
