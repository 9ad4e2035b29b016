package br.com.kobana.mcp.observe;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is told of each request when nothing is left to happen to it. */
@FunctionalInterface
public interface Observer {
  /**
   * Called once a request, on its event loop or on a worker; from several threads at once for
   * different requests. Never blocks.
   */
  void ended(Observation observation);

  /** Tells each of these in turn; one that fails keeps nothing from the others. */
  static Observer all(List<Observer> observers) {
    Observer[] each = observers.toArray(Observer[]::new);
    Logger log = LoggerFactory.getLogger(Observer.class);
    return observation -> {
      for (Observer observer : each) {
        try {
          observer.ended(observation);
        } catch (RuntimeException e) {
          log.error("observer failed: {}", e.getClass().getName());
        }
      }
    };
  }
}
