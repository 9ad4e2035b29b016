package br.com.kobana.mcp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which lines reach the writer, and that nobody waits for it. */
@Timeout(60)
class LogLinesTest {
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("LogLinesTest");
  private final List<String> written = new CopyOnWriteArrayList<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private CountDownLatch slow = new CountDownLatch(0);

  @BeforeEach
  void start() {
    AppenderBase<ILoggingEvent> writer =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent line) {
            reached.countDown();
            try {
              slow.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            written.add(line.getFormattedMessage());
          }
        };
    writer.setContext(context);
    writer.start();
    LogLines lines = new LogLines();
    lines.setContext(context);
    lines.addAppender(writer);
    lines.start();
    log.addAppender(lines);
    log.setAdditive(false);
  }

  @AfterEach
  void stop() {
    slow.countDown();
    context.stop();
  }

  @Test
  void everyLineIsWrittenInOrderAlsoAfterAQuietTime() {
    for (int round = 1; round <= 3; round++) {
      int upTo = round * 100;
      for (int i = written.size(); i < upTo; i++) {
        log.info("{}", i);
      }
      await().until(() -> written.size() == upTo);
    }
    for (int i = 0; i < 300; i++) {
      assertThat(written.get(i)).isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void stoppingWritesWhatThereIs() {
    for (int i = 0; i < 1000; i++) {
      log.info("{}", i);
    }
    context.stop();
    assertThat(written).hasSize(1000).endsWith("999");
  }

  @Test
  void aSlowWriterCostsLinesAtInfoFirstAndNobodyWaits() throws Exception {
    slow = new CountDownLatch(1);
    log.info("first");
    reached.await();
    for (int i = 0; i < 20_000; i++) {
      log.info("information");
    }
    log.warn("warning");
    log.error("error");
    slow.countDown();
    await().until(() -> written.contains("error"));
    assertThat(written).startsWith("first", "information").endsWith("warning", "error");
    // Four fifths of the buffer.
    assertThat(written).hasSizeBetween(6_000, 7_000);
  }

  @Test
  void whenTheBufferIsFullEveryLineIsDroppedAndTheNextOnesAreWritten() throws Exception {
    slow = new CountDownLatch(1);
    log.info("first");
    reached.await();
    for (int i = 0; i < 20_000; i++) {
      log.warn("warning");
    }
    slow.countDown();
    await().until(() -> written.size() >= 8_192);
    log.warn("after");
    await().until(() -> written.contains("after"));
    assertThat(written).hasSizeBetween(8_193, 8_195);
  }
}
