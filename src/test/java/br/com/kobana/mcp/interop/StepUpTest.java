package br.com.kobana.mcp.interop;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The OAuth support of the official TypeScript clients against the gateway and an authorization
 * server: login, and the step up to the scopes of a write.
 */
class StepUpTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ACCOUNT = "01900000-0000-7000-8000-00000000000a";

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> anOfficialClientGetsTheScopesItLacks() {
    return NodePrograms.tests(this::use);
  }

  private Stream<DynamicTest> use(NodePrograms node) {
    try {
      String port = Integer.toString(RunningGateway.freePort());
      String issuer = "http://localhost:" + port;
      Path held = Files.writeString(directory.resolve("m.properties"), ACCOUNT + "=sandbox-full\n");
      Map<String, String> settings =
          Map.of(
              "mcp.auth.mode",
              "jwt",
              "mcp.auth.jwt.issuer",
              issuer,
              "mcp.auth.jwt.jwks-url",
              issuer + "/jwks",
              "mcp.auth.jwt.jwks-refetch-s",
              "1",
              "mcp.auth.authorization-servers",
              issuer,
              "mcp.auth.authorization-server-metadata",
              issuer + "/.well-known/openid-configuration",
              "mcp.upstream.credential",
              "mapped",
              "mcp.upstream.mapped.file",
              held.toString());
      try (RunningGateway gateway = RunningGateway.start(settings)) {
        return Report.of(node.run("stepup.mjs", LIMIT, gateway.url(), port, ACCOUNT)).tests();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
