package br.com.kobana.mcp.prompts;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A team's own directory of prompts, as it is mounted into a running gateway. */
class MountedPromptsTest {
  private static final Path PACKAGED = Path.of("src/main/resources/prompts");

  private static final String OWN =
      """
      name: banking_month_end
      title: Fechar o mês
      description: Fecha o mês com os boletos pagos.
      needs: [banking_charge_bank_billet_list]
      optional: [banking_charge_bank_billet_cancel]
      arguments:
        - name: note
          description: Uma observação.
          required: true
      steps:
        - text: Liste com `banking_charge_bank_billet_list`.
        - text: Cancele com `banking_charge_bank_billet_cancel`.
          tools: [banking_charge_bank_billet_cancel]
      """;

  @TempDir private Path directory;

  private static List<String> titles(RunningGateway gateway, String token) {
    List<String> titles = new ArrayList<>();
    new McpClient(gateway.url(), token)
        .call("prompts/list", "")
        .json()
        .at("/result/prompts")
        .forEach(prompt -> titles.add(prompt.path("title").asText()));
    return titles;
  }

  private static String text(RunningGateway gateway, String token) {
    return new McpClient(gateway.url(), token)
        .call(
            "prompts/get",
            "{\"name\":\"banking_month_end\",\"arguments\":{\"note\":\"${x} `rm` {{note}}\"}}")
        .json()
        .at("/result/messages/0/content/text")
        .asText();
  }

  private void edit(String file, String from, String to) throws IOException {
    String text = Files.readString(directory.resolve(file));
    assertThat(text).contains(from);
    Files.writeString(directory.resolve(file), text.replace(from, to));
  }

  @Test
  void isEditedAndAddedToByTheTeam() throws IOException {
    try (var files = Files.list(PACKAGED)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    Files.writeString(directory.resolve("banking_month_end.yaml"), OWN);
    edit("index.yaml", "prompts:\n", "prompts:\n  - banking_month_end.yaml\n");
    edit("banking_pix_charge.yaml", "Cobrar por Pix e entregar o QR code", "Cobrar por Pix");
    try (RunningGateway gateway =
        RunningGateway.start(Map.of("mcp.prompts.directory", directory.toString()))) {
      assertThat(titles(gateway, "sandbox-full"))
          .hasSize(13)
          .startsWith("Fechar o mês")
          .contains("Cobrar por Pix");
      assertThat(titles(gateway, "sandbox-login")).isEmpty();
      assertThat(text(gateway, "sandbox-full"))
          .contains("- note: \"${x} `rm` {{note}}\"\n", "banking_charge_bank_billet_cancel");
      assertThat(text(gateway, "sandbox-read"))
          .contains("banking_charge_bank_billet_list")
          .doesNotContain("banking_charge_bank_billet_cancel");
    }
  }
}
