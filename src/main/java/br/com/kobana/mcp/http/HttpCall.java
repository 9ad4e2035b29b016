package br.com.kobana.mcp.http;

import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.RequestHead;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/**
 * One HTTP request on its way through the routes: what came in, and the answer that goes out. Held
 * as the exchange property {@value #PROPERTY}. Its methods are called by one thread at a time, but
 * for {@link #isAbandoned}, {@link #isOverdue} and {@link #millisLeft}, which any thread may ask.
 */
public interface HttpCall {
  String PROPERTY = "httpCall";

  static HttpCall of(Exchange exchange) {
    HttpCall call = exchange.getProperty(PROPERTY, HttpCall.class);
    if (call == null) {
      throw new IllegalStateException("not an exchange of the gateway's own HTTP engine");
    }
    return call;
  }

  RequestHead head();

  /** What operators will see of this request. */
  Observation observation();

  /**
   * The body: its bytes, or empty where it is larger than the endpoint takes. Fails when the client
   * went away in the middle.
   */
  CompletionStage<Optional<byte[]>> body();

  /** Sets the answer. The last one set before the route ends is sent. */
  void answer(HttpAnswer answer);

  /** The answer set so far. */
  Optional<HttpAnswer> answer();

  /** Whether the client hung up or was already answered because time ran out. */
  boolean isAbandoned();

  /** Whether the client was told that time ran out: nothing may be started for it any more. */
  boolean isOverdue();

  /**
   * How long, in milliseconds, something may still take so that what comes of it can be told to the
   * client. Zero or less when it is too late to begin anything.
   */
  long millisLeft();

  /**
   * Goes on with the exchange after something asynchronous: on the request's own event loop, or on
   * the worker pool in the {@code worker} mode.
   */
  void resume(Runnable continuation);

  /** Whether the calling thread is already where {@link #resume} would take the exchange. */
  boolean isHome();
}
