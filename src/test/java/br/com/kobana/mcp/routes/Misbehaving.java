package br.com.kobana.mcp.routes;

import java.util.concurrent.CountDownLatch;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.AsyncProcessorSupport;

/** Steps that do what no step should; named as bean types in YAML by the tests. */
public final class Misbehaving {
  private Misbehaving() {}

  /** Throws past Camel instead of setting the exception and calling back. */
  public static final class Throws extends AsyncProcessorSupport {
    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      throw new IllegalStateException("secret-of-the-step");
    }
  }

  /** Says that it will call back and never does. */
  public static final class NeverCallsBack extends AsyncProcessorSupport implements AsyncProcessor {
    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      return false;
    }
  }

  /** Blocks the thread it is called on until it is interrupted. */
  public static final class Blocks implements Processor {
    @Override
    public void process(Exchange exchange) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }
}
