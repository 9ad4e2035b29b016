package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.testing.EditedRoutes;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {
  @TempDir Path directory;

  private List<String> check(Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("kobana.api-url", "sandbox");
    return Check.run(Settings.with(settings));
  }

  @Test
  void thePackagedFilesAreSound() throws Exception {
    assertThat(check(Map.of()))
        .anyMatch(line -> line.matches("catalogue: ok, \\d+ tools, \\d+ record types"))
        .anyMatch(line -> line.matches("routes: ok, \\d+"))
        .noneMatch(line -> line.startsWith("warning: route"));
  }

  @Test
  void aGuardThatNamesNoToolIsWrong() {
    assertThatThrownBy(() -> check(Map.of("mcp.guard.never", "banking_transfer_pix_creat")))
        .hasMessageStartingWith("mcp.guard.never: \"banking_transfer_pix_creat\" is not allowed");
    assertThatThrownBy(
            () -> check(Map.of("mcp.guard.tool.banking_charge_bank_billet_get.call-amount", "5")))
        .hasMessageContaining("the name of a tool that pays or transfers");
  }

  @Test
  void settingsOfAnAreaThatIsNoneAreNamed() {
    assertThatThrownBy(() -> check(Map.of("kobana.resilience.payments.attempts", "1")))
        .hasMessageStartingWith(
            "kobana.resilience.payments: \"payments\" is not allowed; one of [admin, ");
  }

  @Test
  void aBlockingStepOfThePipelineIsNamed() throws Exception {
    EditedRoutes.in(directory)
        .insertAfter(
            "mcp.camel.yaml",
            "authenticate",
            """
                    - to:
                        id: write-file
                        description: A file on every request
                        uri: file:out
            """);
    assertThat(check(Map.of("mcp.routes.directory", directory.toString())))
        .anyMatch(
            line ->
                line.startsWith("warning: route mcp step write-file: file: blocks the event loop"));
  }

  @Test
  void aStepBehindSedaIsNot() throws Exception {
    EditedRoutes.in(directory)
        .insertAfter(
            "mcp.camel.yaml",
            "authenticate",
            """
                    - wireTap:
                        id: tap
                        description: Elsewhere
                        uri: seda:elsewhere
            """);
    assertThat(check(Map.of("mcp.routes.directory", directory.toString())))
        .noneMatch(line -> line.startsWith("warning: route"));
  }

  @Test
  void aBeanThatDoesNotExistIsRefused() {
    EditedRoutes routes = EditedRoutes.in(directory);
    routes.write(
        "mcp.camel.yaml", routes.read("mcp.camel.yaml").replace("ref: throttle", "ref: trottle"));
    assertThatThrownBy(() -> check(Map.of("mcp.routes.directory", directory.toString())))
        .hasStackTraceContaining("trottle");
  }
}
