package br.com.kobana.mcp.guard;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Spend;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guards read of a call, with what the packaged catalogue says of where it stands. */
class FactsTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final Spend ONE = spend("banking_transfer_transfer_create");
  private static final Spend BATCH = spend("banking_transfer_batch_create_pix");
  private static final Spend APPROVAL = spend("banking_transfer_batch_approve");

  private static Spend spend(String tool) {
    return CATALOG.tool(tool).orElseThrow().spend().orElseThrow();
  }

  private static JsonNode json(String singleQuoted) {
    try {
      return Json.parse(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(singleQuoted, e);
    }
  }

  @Test
  void amountsAreAddedExactly() {
    Facts facts =
        Facts.of(
            BATCH,
            json("{'transfers':[{'amount':0.1},{'amount':0.2},{'amount':1234567890123.45}]}"));
    assertThat(facts.amount().orElseThrow()).isEqualByComparingTo("1234567890123.75");
  }

  @Test
  void theApiWritesAmountsAsTextToo() {
    Facts facts = Facts.of(APPROVAL, json("{'transfers':[{'uid':'a','amount':'10.50'}]}"));
    assertThat(facts.amount().orElseThrow()).isEqualByComparingTo("10.5");
  }

  /** Whichever of two the API believes, it is not more than this. */
  @Test
  void theLargestAmountOfAPaymentCounts() {
    assertThat(
            Facts.of(
                    spend("banking_payment_tax_create"),
                    json("{'amount':1,'data':{'total_amount':900}}"))
                .amount()
                .orElseThrow())
        .isEqualByComparingTo("900");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'transfers':[]}",
        "{}",
        "{'transfers':[{'amount':10},{'key':'a@b.c'}]}",
        "{'transfers':[{'amount':10},{'amount':-10}]}",
        "{'transfers':[{'amount':0}]}",
        "{'transfers':[{'amount':1e400}]}",
        "{'transfers':[{'amount':'1,50'}]}",
        "{'transfers':[{'uid':'a','amount':10}]}"
      })
  void whatIsNoAmountOfEveryPaymentIsNone(String arguments) {
    assertThat(Facts.of(BATCH, json(arguments)).amount()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'key':'Ana@Example.com'}|ana@example.com",
        "{'key':'123.456.789-09'}|12345678909",
        "{'key':'12.ABC.345/01DE-35'}|12abc34501de35",
        "{'pix':{'data':{'type':'key','key':'+5511999999999'}}}|+5511999999999",
        "{'bank_account':{'compe_number':341,'agency_number':'1','account_number':'2',"
            + "'account_digit':'3'}}|341/1/2-3",
        "{'ted':{'data':{'bank_account':{'compe_number':'341','ispb_number':'60701190',"
            + "'agency_number':'1','account_number':'2'}}}}|341:60701190/1/2",
        "{'internal':{'agency_number':'1','agency_digit':'0','account_number':'2'}}"
            + "|internal/1-0/2",
        "{'qrcode':'0002...6304ABCD'}|0002...6304abcd",
        "{'bank_billet':{'code':'23790'}}|23790"
      })
  void payeeIsWhereTheMoneyGoes(String payment, String payee) {
    assertThat(Facts.of(ONE, json(payment)).payees().orElseThrow()).containsExactly(payee);
  }

  /** The caller writes them beside any key; the API does not say that it compares them. */
  @Test
  void aNameOrADocumentIsNoPayee() {
    assertThat(
            Facts.of(ONE, json("{'beneficiary':{'name':'Ana','document_number':'12345678909'}}"))
                .payees())
        .isEmpty();
  }

  /** Which of the two the API takes is not for us to guess. */
  @Test
  void everyTargetThatIsNamedCounts() {
    assertThat(
            Facts.of(
                    ONE,
                    json(
                        "{'key':'a@b.c','bank_account':{'compe_number':1,'agency_number':'2',"
                            + "'account_number':'3'}}"))
                .payees()
                .orElseThrow())
        .containsExactly("a@b.c", "1/2/3");
  }

  @Test
  void aPaymentWithoutPayeeHidesBehindNoOther() {
    assertThat(
            Facts.of(BATCH, json("{'transfers':[{'amount':1,'key':'a@b.c'},{'amount':1}]}"))
                .payees())
        .isEmpty();
  }
}
