package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.testing.RunningGateway;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The same transcripts with the pipeline on a pool of threads and the upstream calls over
 * camel-http: neither setting may change an answer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireOnWorkersTest {
  private RunningGateway gateway;

  @BeforeAll
  void start() {
    gateway =
        RunningGateway.start(Map.of("mcp.threading", "worker", "kobana.transport", "camel-http"));
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @TestFactory
  Stream<DynamicTest> transcripts() {
    return WireTest.against(gateway);
  }
}
