package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.testing.CheckingProxy;
import br.com.kobana.mcp.testing.RunningGateway;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The official TypeScript clients, new and old, use the gateway as an application does. */
class NodeClientsTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Pages are short so that a client that does not follow cursors shows. */
  private static final Map<String, String> SETTINGS =
      Map.of("mcp.rate-limit.reads-per-hour", "100000", "mcp.tools.page-size", "100");

  @TestFactory
  Stream<DynamicTest> clientsDoWhatApplicationsDo() {
    return NodePrograms.tests(NodeClientsTest::use);
  }

  @TestFactory
  Stream<DynamicTest> aPersonDecidesThroughTheOfficialClient() {
    return NodePrograms.tests(NodeClientsTest::decide);
  }

  private static Stream<DynamicTest> decide(NodePrograms node) {
    try (RunningGateway gateway = RunningGateway.start(SETTINGS)) {
      String sandbox = "http://localhost:" + gateway.sandboxPort();
      return Report.of(node.run("confirm.mjs", LIMIT, gateway.url(), sandbox)).tests();
    }
  }

  private static Stream<DynamicTest> use(NodePrograms node) {
    try (RunningGateway gateway = RunningGateway.start(SETTINGS);
        CheckingProxy proxy = CheckingProxy.before(gateway)) {
      return Report.of(node.run("clients.mjs", LIMIT, proxy.url())).tests(proxy);
    }
  }
}
