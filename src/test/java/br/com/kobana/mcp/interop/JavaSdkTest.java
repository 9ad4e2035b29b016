package br.com.kobana.mcp.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import br.com.kobana.mcp.testing.CheckingProxy;
import br.com.kobana.mcp.testing.RunningGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The client of the Java SDK uses the gateway as an application does. It is a project of its own,
 * {@code interop/java-sdk}, which {@code bin/test} builds first: its JSON Schema validator and that
 * of this project do not go on one class path.
 */
class JavaSdkTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Path HOME = Path.of("interop/java-sdk");
  private static final Path JAR = HOME.resolve("target/client.jar");

  /** Pages are short so that a client that does not follow cursors shows. */
  private static final Map<String, String> SETTINGS =
      Map.of("mcp.rate-limit.reads-per-hour", "100000", "mcp.tools.page-size", "100");

  @TestFactory
  Stream<DynamicTest> theClientDoesWhatApplicationsDo() {
    assumeTrue(Files.exists(JAR), "not built: mvn -q -f interop/java-sdk package");
    try (RunningGateway gateway = RunningGateway.start(SETTINGS);
        CheckingProxy proxy = CheckingProxy.before(gateway)) {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Dfile.encoding=UTF-8",
              "-jar",
              JAR.toAbsolutePath().toString(),
              proxy.url());
      return Report.of(Programs.run("java-sdk", HOME, LIMIT, command)).tests(proxy);
    }
  }
}
