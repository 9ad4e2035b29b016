package br.com.kobana.mcp.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.locks.LockSupport;
import net.logstash.logback.appender.LoggingEventAsyncDisruptorAppender;
import net.logstash.logback.encoder.com.lmax.disruptor.AlertException;
import net.logstash.logback.encoder.com.lmax.disruptor.LiteBlockingWaitStrategy;
import net.logstash.logback.encoder.com.lmax.disruptor.Sequence;
import net.logstash.logback.encoder.com.lmax.disruptor.SequenceBarrier;
import net.logstash.logback.encoder.com.lmax.disruptor.WaitStrategy;

/**
 * Lines on their way to the thread that writes them. Nobody waits for that thread: when it is so
 * slow that the buffer is nearly full, lines at INFO and below are dropped, when it is full all
 * are.
 */
final class LogLines extends LoggingEventAsyncDisruptorAppender {
  private static final int SIZE = 8192;

  LogLines() {
    setRingBufferSize(SIZE);
    setWaitStrategy(new Gathering());
    // Its notes would stand between the lines, in another format.
    setAddDefaultStatusListener(false);
  }

  @Override
  protected void append(ILoggingEvent line) {
    boolean roomForAll = getDisruptor().getRingBuffer().remainingCapacity() > SIZE / 5;
    if (roomForAll || line.getLevel().isGreaterOrEqual(Level.WARN)) {
      super.append(line);
    }
  }

  /**
   * After it has written what there was, the thread rests before it wants to be woken: waking it
   * for each line costs more than the line. The first line after a quiet time is written at once.
   */
  private static final class Gathering implements WaitStrategy {
    private static final long REST_NANOS = 5_000_000;
    private final WaitStrategy quiet = new LiteBlockingWaitStrategy();

    @Override
    public long waitFor(long next, Sequence cursor, Sequence written, SequenceBarrier barrier)
        throws AlertException,
            InterruptedException,
            net.logstash.logback.encoder.com.lmax.disruptor.TimeoutException {
      if (written.get() < next) {
        LockSupport.parkNanos(REST_NANOS);
      }
      return quiet.waitFor(next, cursor, written, barrier);
    }

    @Override
    public void signalAllWhenBlocking() {
      quiet.signalAllWhenBlocking();
    }
  }
}
