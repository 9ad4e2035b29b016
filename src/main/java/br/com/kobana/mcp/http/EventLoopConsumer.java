package br.com.kobana.mcp.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns requests for one path into exchanges and exchanges into answers. */
final class EventLoopConsumer extends DefaultConsumer implements PlatformHttpConsumer, Suspendable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoopConsumer.class);
  private final HttpServers servers;
  private final Door door;

  EventLoopConsumer(
      PlatformHttpEndpoint endpoint, Processor processor, HttpServers servers, Door door) {
    super(endpoint, processor);
    this.servers = servers;
    this.door = door;
  }

  @Override
  public PlatformHttpEndpoint getEndpoint() {
    return (PlatformHttpEndpoint) super.getEndpoint();
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    door.open(getEndpoint().getPath(), getEndpoint().isMatchOnUriPrefix(), this);
  }

  @Override
  protected void doStop() throws Exception {
    door.close(getEndpoint().getPath(), this);
    super.doStop();
  }

  /** Runs the route; on the loop of the call. The call is answered exactly once. */
  void accept(LoopCall call, Loop loop) {
    if (isSuspendingOrSuspended() || !isRunAllowed()) {
      servers.end(call, loop, HttpServers.unavailable("The service is stopping or suspended"));
      return;
    }
    Exchange exchange = createExchange(false);
    exchange.setPattern(ExchangePattern.InOut);
    exchange.setProperty(HttpCall.PROPERTY, call);
    exchange.setProperty("requestHead", call.head());
    exchange.setProperty("httpMethod", call.head().method());
    call.exchange(exchange);
    try {
      createUoW(exchange);
    } catch (Exception e) {
      finish(exchange, call, loop, e);
      return;
    }
    servers.run(
        call,
        door,
        () ->
            getAsyncProcessor()
                .process(exchange, sync -> finish(exchange, call, loop, exchange.getException())));
  }

  private void finish(
      Exchange exchange,
      LoopCall call,
      Loop loop,
      @org.jspecify.annotations.Nullable Throwable failure) {
    HttpAnswer answer =
        failure == null
            ? call.answer().orElseGet(() -> fromMessage(exchange))
            : HttpAnswer.error(500, -32603, "Internal error");
    if (failure != null) {
      LOG.error("route failed without an answer: {}", failure.getClass().getName());
    }
    try {
      servers.end(call, loop, answer);
      // While it still counts as in flight: a stop must not outrun what is told of it.
      servers.observed(call);
    } finally {
      doneUoW(exchange);
      releaseExchange(exchange, false);
    }
  }

  /** For routes that are not of the gateway's pipeline: the message is the answer. */
  private static HttpAnswer fromMessage(Exchange exchange) {
    Integer status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
    String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
    Object body = exchange.getMessage().getBody();
    byte[] bytes =
        body instanceof byte[] b
            ? b
            : body == null ? new byte[0] : String.valueOf(body).getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(
        status == null ? 200 : status,
        List.of(java.util.Map.entry("content-type", type == null ? "text/plain" : type)),
        List.of(bytes));
  }
}
