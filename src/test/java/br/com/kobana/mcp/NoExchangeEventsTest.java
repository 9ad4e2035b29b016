package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.RunningGateway;
import java.util.Map;
import org.apache.camel.spi.EventNotifier;
import org.junit.jupiter.api.Test;

/** Camel makes no events of exchanges as long as nobody wants them. */
class NoExchangeEventsTest {
  @Test
  void exchangesMakeNoEvents() throws Exception {
    try (RunningGateway gateway = RunningGateway.start(Map.of())) {
      assertThat(gateway.parts().camel().getManagementStrategy().getEventNotifiers())
          .allMatch(EventNotifier::isIgnoreExchangeEvents);
      assertThat(gateway.parts().camel().getCamelContextExtension().isEventNotificationApplicable())
          .isFalse();
    }
  }
}
