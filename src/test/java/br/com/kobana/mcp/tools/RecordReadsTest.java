package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.tools.RecordReads.Outcome;
import br.com.kobana.mcp.tools.RecordReads.Read;
import br.com.kobana.mcp.upstream.Credential;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReadsTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final RecordReads READS = new RecordReads(CATALOG);
  private static final Tool CANCEL = tool("banking_charge_bank_billet_cancel");

  private static Tool tool(String name) {
    return CATALOG.tool(name).orElseThrow();
  }

  private static Optional<Read> read(String tool, String path, Caller caller) {
    UpstreamRequest request =
        new UpstreamRequest(
            "PUT",
            path,
            List.of(),
            Optional.empty(),
            Optional.of("key"),
            new Credential("t"),
            Optional.of("sub"),
            true,
            "area",
            path);
    return READS.of(tool(tool), caller, request);
  }

  @ParameterizedTest
  @CsvSource({
    "banking_charge_bank_billet_cancel,/v1/bank_billets/60/cancel,banking_charge_bank_billet_get,/v1/bank_billets/60",
    "banking_charge_bank_billet_protest,/v1/bank_billets/60/protest/send,banking_charge_bank_billet_get,/v1/bank_billets/60",
    "banking_charge_pix_delete,/v2/charge/pix/a%20b,banking_charge_pix_get,/v2/charge/pix/a%20b",
    "banking_payment_batch_approve,/v2/payment/batches/u/approve,banking_payment_batch_get,/v2/payment/batches/u",
    "banking_mailbox_sftp_channel_delete,/v2/mailbox/entries/7/sftp,banking_mailbox_entry_get,/v2/mailbox/entries/7",
    // The id of that path is a boleto's, which only the catalogue knows.
    "banking_integration_bank_billet_remittance_create_occurrence,/v1/bank_billet_remittances/9/occurrence/02,banking_charge_bank_billet_get,/v1/bank_billets/9",
  })
  void theRecordIsTheOneThatThePathNames(String tool, String path, String by, String target) {
    Read read = read(tool, path, Samples.full()).orElseThrow();

    assertThat(read.tool()).isEqualTo(by);
    assertThat(read.request().toString()).isEqualTo("GET " + target);
    assertThat(read.request().accountUid()).contains("sub");
    assertThat(read.request().idempotencyKey()).isEmpty();
    assertThat(read.request().write()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "banking_payment_pix_create,/v2/payment/pix",
    "banking_charge_bank_billet_cancel_all,/v1/bank_billets/cancel_all",
    "banking_payment_batch_create_pix,/v2/payment/pix_batches",
  })
  void whatActsOnNoRecordReadsNone(String tool, String path) {
    assertThat(read(tool, path, Samples.full())).isEmpty();
  }

  @Test
  void aRecordThatTheCallerMayNotReadIsNotRead() {
    Caller caller = Samples.caller("p", Set.of("write", "integration.bank_billet_remittances"));

    assertThat(
            read(
                "banking_integration_bank_billet_remittance_create_occurrence",
                "/v1/bank_billet_remittances/9/occurrence/02",
                caller))
        .isEmpty();
  }

  @Test
  void theRecordComesMaskedAsItsReadMasksIt() {
    Outcome outcome =
        READS.conclude(
            CANCEL,
            new UpstreamResponse(200, Map.of(), "{\"id\":60,\"secret_key\":\"s\"}".getBytes()));

    assertThat(((Outcome.Found) outcome).data().toString())
        .isEqualTo("{\"id\":60,\"secret_key\":\"***\"}");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 429, 500, 503})
  void aRecordThatCannotBeReadIsNotAskedAbout(int status) {
    Outcome outcome = READS.conclude(CANCEL, new UpstreamResponse(status, Map.of(), new byte[0]));

    assertThat(Samples.text(((Outcome.Unread) outcome).result()))
        .startsWith(
            "The record could not be read to ask for confirmation, so nothing was executed.")
        .contains("HTTP " + status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "<html>", "7"})
  void anAnswerThatIsNoRecordIsNone(String body) {
    assertThat(READS.conclude(CANCEL, new UpstreamResponse(200, Map.of(), body.getBytes())))
        .isInstanceOf(Outcome.Unread.class);
  }

  @ParameterizedTest
  @EnumSource(UpstreamFailure.Reason.class)
  void anAnswerThatNeverCameIsNoRecord(UpstreamFailure.Reason reason) {
    assertThat(READS.conclude(CANCEL, new UpstreamFailure(reason, true)))
        .isInstanceOf(Outcome.Unread.class);
  }
}
