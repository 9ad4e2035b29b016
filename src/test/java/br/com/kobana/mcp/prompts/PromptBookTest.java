package br.com.kobana.mcp.prompts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.SmallCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptBookTest {
  private static final String INDEX = "prompts: [banking_a.yaml]\nclosing: [a line]\n";
  private static final String PROMPT =
      """
      name: banking_a
      title: A
      description: A prompt.
      needs: [banking_charge_pix_list]
      optional: [banking_charge_pix_get]
      arguments:
        - name: uid
          description: A uid.
          type: id
          suggest: {records: pix}
      steps:
        - text: Use `banking_charge_pix_list`.
        - text: Use `banking_charge_pix_get`.
          tools: [banking_charge_pix_get]
      """;

  @TempDir private Path directory;

  private PromptBook read(String index, String prompt) throws IOException {
    Files.writeString(directory.resolve("index.yaml"), index);
    Files.writeString(directory.resolve("banking_a.yaml"), prompt);
    return PromptBook.fromDirectory(directory);
  }

  @Test
  void thePromptsThatComeWithTheGatewayAreReadInTheirOrder() {
    PromptBook book = PromptBook.fromClassPath();
    assertThat(book.prompts())
        .extracting(Prompt::name)
        .containsExactly(
            "banking_overdue_collection",
            "banking_pix_charge",
            "banking_pay_pix_qrcode",
            "banking_pay_bank_billet",
            "banking_approval_queue",
            "banking_supplier_transfers",
            "banking_statement_review",
            "banking_receivables_reconciliation",
            "banking_dda_triage",
            "banking_cnab_daily",
            "banking_failed_operation",
            "banking_webhook_health");
    assertThat(book.closing()).hasSize(3);
    assertThat(book.table("event_codes").orElseThrow().values()).hasSize(808);
    assertThat(book.tableOfVariable("collection_name").orElseThrow().values())
        .contains("customers", "installments");
  }

  @Test
  void aTeamsOwnDirectoryIsRead() throws IOException {
    PromptBook book = read(INDEX, PROMPT);
    assertThat(book.prompts()).extracting(Prompt::name).containsExactly("banking_a");
    assertThat(book.problems(SmallCatalogue.catalog())).isEmpty();
  }

  @Test
  void whatTheCatalogueLacksIsSaid() throws IOException {
    String prompt =
        PROMPT
            .replace("banking_charge_pix_get", "banking_charge_pix_cancel")
            .replace("pix}", "px}");
    assertThat(read(INDEX, prompt).problems(SmallCatalogue.catalog()))
        .containsExactly(
            "banking_a names the unknown tool banking_charge_pix_cancel",
            "banking_a names the unknown record type px");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title: A | titel: A | title is missing",
        "title: A | 'title: A\ntitle: B' | Duplicate field 'title'",
        "title: A | 'title: A\ncolour: red' | colour is not known",
        "title: A | title: 5 | title must be text",
        "title: A | title: '' | title must be text",
        "name: banking_a | name: Banking A | name must be lower-case",
        "needs: [banking_charge_pix_list] | needs: banking_charge_pix_list | needs must be a list",
        "optional: [banking_charge_pix_get] | optional: [] | steps[1] has a condition on a tool",
        "    tools: [banking_charge_pix_get] | '' | steps[1] mentions banking_charge_pix_get",
        "type: id | type: uid | type must be one of text, id, date",
        "type: id | type: date\\n    default: monday | default must be a date",
        "{records: pix} | {records: pix, field: name} | field must be uid or id",
        "{records: pix} | {table: none} | uid names the unknown table none",
        "{records: pix} | {} | suggest must name one of",
        "Use `banking_charge_pix_list`. | Use {{uid}}. | steps[0] has a placeholder",
        "Use `banking_charge_pix_list`. | 'Use ${uid}.' | steps[0] has a placeholder"
      })
  void aMistakeIsOneLineThatNamesFileAndPlace(String right, String wrong, String message) {
    String replacement = wrong.replace("\\n", "\n");
    assertThat(PROMPT).contains(right);
    assertThatThrownBy(() -> read(INDEX, PROMPT.replace(right, replacement)))
        .isInstanceOf(InvalidPrompts.class)
        .hasMessageStartingWith("banking_a.yaml: ")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void anIndexCannotReachOutsideItsDirectory() {
    for (String file : List.of("../banking_a.yaml", "/etc/passwd", "a/b.yaml", "A.yaml")) {
      assertThatThrownBy(() -> read(INDEX.replace("banking_a.yaml", file), PROMPT))
          .isInstanceOf(InvalidPrompts.class)
          .hasMessageContaining("is not the name of a YAML file");
    }
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> read(INDEX.replace("_a.", "_b."), PROMPT))
        .isInstanceOf(InvalidPrompts.class)
        .hasMessage("banking_b.yaml: there is no such file");
  }

  @Test
  void twoPromptsOfOneNameAreRefused() throws IOException {
    Files.writeString(directory.resolve("banking_c.yaml"), PROMPT);
    assertThatThrownBy(() -> read(INDEX.replace("a.yaml]", "a.yaml, banking_c.yaml]"), PROMPT))
        .isInstanceOf(InvalidPrompts.class)
        .hasMessageContaining("another prompt banking_a");
  }
}
