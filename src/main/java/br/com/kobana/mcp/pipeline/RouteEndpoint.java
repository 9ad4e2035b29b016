package br.com.kobana.mcp.pipeline;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.Route;
import org.apache.camel.StatefulService;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultEndpoint;

/**
 * {@code kobana:route?routeId=mcp} runs the route of that id, as if the request had come to it:
 * {@code direct:} leads only to routes that start there, and those that start at the door would
 * need a route before them, for every request.
 */
final class RouteEndpoint extends DefaultEndpoint {
  private final String id;

  /**
   * @param id of a route of the same context, which may come later
   */
  RouteEndpoint(String uri, Component component, String id) {
    super(uri, component);
    this.id = id;
  }

  @Override
  public Producer createProducer() {
    return new Runner(this);
  }

  @Override
  public Consumer createConsumer(Processor processor) {
    throw new UnsupportedOperationException("kobana:route only leads to routes");
  }

  private final class Runner extends DefaultAsyncProducer {
    Runner(Endpoint endpoint) {
      super(endpoint);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      Route route = getCamelContext().getRoute(id);
      if (route != null
          && route.getConsumer() instanceof StatefulService consumer
          && consumer.isStarted()
          && route.getProcessor() instanceof AsyncProcessor processor) {
        return processor.process(exchange, callback);
      }
      exchange.setException(new IllegalStateException("no route '" + id + "' runs"));
      callback.done(true);
      return true;
    }
  }
}
