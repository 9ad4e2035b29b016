package br.com.kobana.mcp.interop;

import static org.junit.jupiter.api.Assumptions.abort;

import br.com.kobana.mcp.console.Passwords;
import br.com.kobana.mcp.testing.GatewayProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The console in a real browser. Without Chromium it is a single test, which is skipped and says
 * so; bin/test installs it where it can.
 */
class ConsoleInBrowserTest {
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String PASSWORD = "console-browser-password";

  @TestFactory
  Stream<DynamicTest> operatorReadsThePipeline() {
    if (!Files.isExecutable(BROWSER)) {
      return Stream.of(
          DynamicTest.dynamicTest("chromium", () -> abort("/usr/bin/chromium is not installed")));
    }
    return NodePrograms.tests(ConsoleInBrowserTest::look);
  }

  private static Stream<DynamicTest> look(NodePrograms node) {
    String user = "ana:operator:" + new Passwords(new SecureRandom()).hash(PASSWORD);
    // In a process of its own: the tree shows every Camel context of a JVM, and tests have many.
    try (GatewayProcess gateway = GatewayProcess.start(Map.of("mcp.console.users", user)).ready()) {
      Path pictures = Files.createDirectories(node.output("console"));
      return Report.of(
              node.run(
                  "console.mjs",
                  LIMIT,
                  BROWSER.toString(),
                  "http://localhost:" + gateway.managementPort() + "/hawtio/",
                  gateway.url(),
                  "kobana-mcp-gateway",
                  "ana",
                  PASSWORD,
                  pictures.toString()))
          .tests();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
