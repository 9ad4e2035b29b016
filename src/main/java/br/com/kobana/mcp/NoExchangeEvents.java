package br.com.kobana.mcp;

import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.component.micrometer.eventnotifier.MicrometerExchangeEventNotifier;
import org.apache.camel.spi.EventNotifier;
import org.apache.camel.support.EventHelper;
import org.apache.camel.support.EventNotifierSupport;

/**
 * Camel tells its meters and its HTTP server of each step of each exchange, though they want to
 * hear of routes and contexts only: they do not say so. When nobody else listens the events are not
 * made at all, which is a twentieth of a {@code ping}.
 */
final class NoExchangeEvents {
  private static final List<String> NOT_INTERESTED =
      List.of(
          "org.apache.camel.component.micrometer.",
          "org.apache.camel.component.platform.http.main.");

  private NoExchangeEvents() {}

  /** Of a context that has started. */
  static void in(CamelContext camel) {
    for (EventNotifier notifier : camel.getManagementStrategy().getEventNotifiers()) {
      if (notifier instanceof EventNotifierSupport support && isNotInterested(notifier)) {
        support.setIgnoreExchangeEvents(true);
      }
    }
    camel
        .getCamelContextExtension()
        .setEventNotificationApplicable(EventHelper.eventsApplicable(camel));
  }

  private static boolean isNotInterested(EventNotifier notifier) {
    String name = notifier.getClass().getName();
    return !(notifier instanceof MicrometerExchangeEventNotifier)
        && NOT_INTERESTED.stream().anyMatch(name::startsWith);
  }
}
