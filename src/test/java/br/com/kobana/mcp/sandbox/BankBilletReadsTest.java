package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BankBilletReadsTest extends SandboxTest {
  @Test
  void listIsABareArrayNewestFirst() {
    Reply list = api().get("/v1/bank_billets");

    assertThat(ids(list)).hasSize(50).startsWith(130L, 129L).endsWith(81L);
    assertThat(list.header("Page")).isEqualTo("1");
    assertThat(list.header("Per-Page")).isEqualTo("50");
    assertThat(list.header("content-type")).startsWith("application/json");
  }

  @Test
  void pagesFollowWithoutGapOrRepeat() {
    List<Long> all = new ArrayList<>();
    for (int page = 1; page <= 4; page++) {
      all.addAll(ids(api().get("/v1/bank_billets?page=" + page + "&per_page=40")));
    }
    assertThat(all).hasSize(130).doesNotHaveDuplicates();
    assertThat(api().get("/v1/bank_billets?page=5&per_page=40").json()).isEmpty();
  }

  @Test
  void pageIsNeverLongerThanFifty() {
    assertThat(api().get("/v1/bank_billets?per_page=500").json()).hasSize(50);
  }

  @ParameterizedTest
  @CsvSource({"overdue,40", "opened,50", "paid,30", "canceled,10", "nonsense,0"})
  void statusFilters(String status, int count) {
    List<Long> found = new ArrayList<>();
    for (int page = 1; page <= 2; page++) {
      Reply list = api().get("/v1/bank_billets?status=" + status + "&page=" + page);
      list.json().forEach(row -> assertThat(row.path("status").asText()).isEqualTo(status));
      found.addAll(ids(list));
    }
    assertThat(found).hasSize(count);
  }

  @Test
  void dueDatesAreRelativeToTheStart() {
    for (JsonNode overdue : api().get("/v1/bank_billets?status=overdue").json()) {
      assertThat(overdue.path("expire_at").asText()).isLessThan("2026-11-30");
    }
    for (JsonNode opened : api().get("/v1/bank_billets?status=opened").json()) {
      assertThat(opened.path("expire_at").asText()).isGreaterThan("2026-11-30");
    }
  }

  @Test
  void periodsIncludeBothEnds() {
    String day = api().get("/v1/bank_billets/2").json().path("expire_at").asText();
    Reply list = api().get("/v1/bank_billets?expire_from=" + day + "&expire_to=" + day);

    assertThat(ids(list)).contains(2L);
    list.json().forEach(row -> assertThat(row.path("expire_at").asText()).isEqualTo(day));
  }

  @ParameterizedTest
  @ValueSource(strings = {"created", "paid", "registered", "updated"})
  void everyPeriodFilters(String prefix) {
    assertThat(api().get("/v1/bank_billets?" + prefix + "_to=2000-01-01").json()).isEmpty();
    assertThat(api().get("/v1/bank_billets?" + prefix + "_from=2100-01-01").json()).isEmpty();
    assertThat(api().get("/v1/bank_billets?" + prefix + "_from=2000-01-01").json()).isNotEmpty();
  }

  @Test
  void documentFilterTakesTheMaskedForm() {
    String document = api().get("/v1/bank_billets/5").json().path("customer_cnpj_cpf").asText();
    Reply masked = api().get("/v1/bank_billets?cnpj_cpf=" + document);

    assertThat(ids(masked)).contains(5L).hasSizeLessThan(50);
    assertThat(api().get("/v1/bank_billets?cnpj_cpf=" + Documents.plain(document)).json())
        .isEmpty();
  }

  @Test
  void numbersOfTheBankFilter() {
    assertThat(ids(api().get("/v1/bank_billets?our_number=12"))).containsExactly(12L);
    assertThat(ids(api().get("/v1/bank_billets?processed_our_number_raw=00000122")))
        .containsExactly(12L);
    assertThat(api().get("/v1/bank_billets?bank_billet_account_id=9").json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"amount_from=1", "uid=x", "sort=id", "fields=id", "status_in=paid"})
  void unknownFilterIsRefused(String query) {
    Reply refused = api().get("/v1/bank_billets?" + query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("error").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"page=x", "page=0", "per_page=-1", "expire_from=tomorrow", "paid_to=2026-13-01"})
  void malformedValueIsRefused(String query) {
    assertThat(api().get("/v1/bank_billets?" + query).status()).isEqualTo(400);
  }

  @Test
  void recordIsFoundByNumberAndByUid() {
    JsonNode byNumber = api().get("/v1/bank_billets/42").json();
    JsonNode byUid = api().get("/v1/bank_billets/" + byNumber.path("uid").asText()).json();

    assertThat(byUid).isEqualTo(byNumber);
    assertThat(byNumber.path("id").intValue()).isEqualTo(42);
  }

  @Test
  void missingRecordIsNotFound() {
    Reply missing = api().get("/v1/bank_billets/131");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.json().at("/errors/0/code").asText()).isEqualTo("not_found");
  }

  @Test
  void bigNumbersKeepEveryDigit() {
    String text = api().get("/v1/bank_billets/7").text();
    assertThat(text)
        .contains("\"amount\":1234567890123.45")
        .contains("\"custom_data\":{\"big\":9007199254740993}");
  }

  @Test
  void amountsHaveTwoPlaces() {
    assertThat(api().get("/v1/bank_billets/20").text()).contains("\"amount\":197.00,");
  }

  @Test
  void startsAreAlike() {
    String first = api().get("/v1/bank_billets?page=2").text();
    try (SandboxClient other = new SandboxClient()) {
      assertThat(other.get("/v1/bank_billets?page=2").text()).isEqualTo(first);
    }
  }

  static List<Long> ids(Reply list) {
    List<Long> ids = new ArrayList<>();
    list.json().forEach(row -> ids.add(row.path("id").longValue()));
    return ids;
  }
}
