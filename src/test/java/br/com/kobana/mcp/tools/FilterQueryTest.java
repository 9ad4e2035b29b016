package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import br.com.kobana.mcp.catalog.Listing;
import br.com.kobana.mcp.catalog.Listing.Filter;
import br.com.kobana.mcp.catalog.Listing.Operator;
import br.com.kobana.mcp.catalog.Listing.Paging;
import br.com.kobana.mcp.catalog.Listing.Type;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterQueryTest {
  private final FilterQuery filters =
      new FilterQuery(
          Samples.catalog().tool(Samples.BILLETS).orElseThrow().listing().orElseThrow());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"status\":\"overdue\"}|{status=overdue}",
        "{\"status\":{\"eq\":\"overdue\"}}|{status=overdue}",
        "{\"expire_at\":{\"gte\":\"2026-11-01\"}}|{expire_from=2026-11-01}",
        "{\"expire_at\":{\"gt\":\"2026-12-31\"}}|{expire_from=2027-01-01}",
        "{\"expire_at\":{\"lte\":\"2026-11-01\"}}|{expire_to=2026-11-01}",
        "{\"expire_at\":{\"lt\":\"2028-03-01\"}}|{expire_to=2028-02-29}",
        "{\"expire_at\":{\"eq\":\"2026-11-01\"}}|{expire_from=2026-11-01, expire_to=2026-11-01}",
        "{\"expire_at\":\"2026-11-01\"}|{expire_from=2026-11-01, expire_to=2026-11-01}",
        "{\"expire_at\":{\"gt\":\"2026-11-05\",\"gte\":\"2026-11-01\"}}|{expire_from=2026-11-06}",
        "{\"expire_at\":{\"gt\":\"2026-11-05\",\"gte\":\"2026-11-09\"}}|{expire_from=2026-11-09}",
        "{\"expire_at\":{\"lt\":\"2026-11-05\",\"lte\":\"2026-11-05\"}}|{expire_to=2026-11-04}",
        "{\"amount\":{\"gt\":10}}|{amount_from=10.01}",
        "{\"amount\":{\"lt\":0.1}}|{amount_to=0.09}",
        "{\"amount\":{\"lt\":0}}|{amount_to=-0.01}",
        "{\"amount\":{\"gte\":1234567890123.45}}|{amount_from=1234567890123.45}",
        "{\"amount\":{\"gt\":9007199254740993}}|{amount_from=9007199254740993.01}",
        "{\"amount\":{\"gte\":12.500}}|{amount_from=12.500}",
        "{\"amount\":{\"gte\":1e3}}|{amount_from=1000}",
        "{\"amount\":12.5}|{amount_from=12.5, amount_to=12.5}",
        "{\"paid_at\":\"2026-11-01\"}|{paid_on=2026-11-01}",
        "{\"paid_at\":{\"gt\":\"2026-11-01\"}}|{paid_from=2026-11-02}",
        "{\"cnpj_cpf\":\"52998224725\"}|{cnpj_cpf=529.982.247-25}",
        "{\"cnpj_cpf\":\"529.982.247-25\"}|{cnpj_cpf=529.982.247-25}",
        "{\"cnpj_cpf\":\"12ABC34501DE35\"}|{cnpj_cpf=12.ABC.345/01DE-35}",
        "{\"cnpj_cpf\":\"12.abc.345/01de-35\"}|{cnpj_cpf=12.ABC.345/01DE-35}",
        "{\"tags\":[\"a\",\"b\"]}|{tags=a,b}",
        "{\"tags\":{\"in\":[\"a\"]}}|{tags=a}",
        "{\"tags\":\"a\"}|{tags=a}",
        "{\"text\":{\"contains\":\"PIX RECEBIDO\"}}|{q=PIX RECEBIDO}",
        "{\"updated_at\":{\"gte\":\"2026-08-01T00:00:00Z\"}}|{updated_since=2026-08-01T00:00:00Z}",
        "{\"account_id\":9007199254740993}|{bank_billet_account_id=9007199254740993}",
        "{\"registered\":false}|{registered=false}",
        "{}|{}",
      })
  void aFilterBecomesTheApisOwnParameters(String given, String expected) throws BadArguments {
    assertThat(filters.translate((ObjectNode) json(given)).toString()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"colour\":1}|\"filters.colour\" is not a filter of this tool. Supported: status, expire_at",
        "{\"status\":{\"lt\":\"x\"}}|\"filters.status.lt\" is not supported. Operators of status: eq.",
        "{\"status\":{\"like\":\"x\"}}|\"filters.status.like\" is not supported",
        "{\"status\":[\"paid\",\"opened\"]}|\"filters.status.in\" is not supported",
        "{\"status\":\"late\"}|must be one of opened, overdue, paid",
        "{\"status\":null}|\"filters.status\" must be",
        "{\"text\":{\"contains\":\"\"}}|\"filters.text\" must be a text that is not empty",
        "{\"text\":\"x\"}|Operators of text: contains.",
        "{\"expire_at\":{}}|no operator. Operators of expire_at: eq, gt, gte, lt, lte.",
        "{\"expire_at\":{\"gt\":\"2026-02-30\"}}|must be a date (YYYY-MM-DD)",
        "{\"expire_at\":{\"gt\":\"+12026-02-01\"}}|must be a date (YYYY-MM-DD)",
        "{\"expire_at\":{\"gt\":20261101}}|must be a date (YYYY-MM-DD)",
        "{\"expire_at\":{\"gt\":\"2026-11-01\",\"lt\":\"2026-11-02\"}}|excludes every value",
        "{\"expire_at\":{\"gt\":\"9999-12-31\"}}|excludes every value",
        "{\"expire_at\":{\"in\":[\"2026-11-01\"]}}|Operators of expire_at",
        "{\"amount\":{\"gte\":0.001}}|at most two decimals",
        "{\"amount\":{\"gte\":\"10\"}}|at most two decimals",
        "{\"updated_at\":{\"gt\":\"2026-08-01T00:00:00Z\"}}|Operators of updated_at: gte.",
        "{\"updated_at\":{\"gte\":\"2026-08-01\"}}|ISO 8601",
        "{\"cnpj_cpf\":\"123\"}|a CPF (11 digits) or a CNPJ",
        "{\"cnpj_cpf\":\"5299822472X\"}|a CPF (11 digits) or a CNPJ",
        "{\"tags\":[]}|at least one value",
        "{\"tags\":[\"a,b\"]}|without commas",
        "{\"tags\":[[\"a\"]]}|must be",
        "{\"account_id\":\"x\"}|a whole number",
        "{\"registered\":\"yes\"}|true or false",
      })
  void whatTheApiCannotHonourIsRefused(String given, String expected) {
    BadArguments refused =
        catchThrowableOfType(BadArguments.class, () -> filters.translate((ObjectNode) json(given)));
    assertThat(refused).as("refused").isNotNull();
    assertThat(refused.text()).contains(expected);
  }

  @Test
  void aFilterThatLacksOneEndHasNoEqualityAndNoOtherSide() {
    FilterQuery open =
        new FilterQuery(
            new Listing(
                Paging.PAGE,
                50,
                Map.of(),
                false,
                List.of(
                    new Filter(
                        "at",
                        Type.DATE,
                        Optional.empty(),
                        Map.of(Operator.GTE, "from"),
                        List.of()))));
    BadArguments refused =
        catchThrowableOfType(
            BadArguments.class,
            () -> open.translate((ObjectNode) json("{\"at\":{\"lt\":\"2026-01-01\"}}")));
    assertThat(refused.text()).contains("Operators of at: gt, gte.");
  }

  @Test
  void equalityOnATimeIsBothEnds() throws BadArguments {
    FilterQuery times =
        new FilterQuery(
            new Listing(
                Paging.PAGE,
                50,
                Map.of(),
                false,
                List.of(Samples.filter("at", Type.DATE_TIME, Samples.both("from", "to")))));
    assertThat(times.translate((ObjectNode) json("{\"at\":{\"eq\":\"2026-08-01T00:00:00Z\"}}")))
        .hasToString("{from=2026-08-01T00:00:00Z, to=2026-08-01T00:00:00Z}");
    BadArguments refused =
        catchThrowableOfType(
            BadArguments.class,
            () ->
                times.translate(
                    (ObjectNode)
                        json(
                            "{\"at\":{\"eq\":\"2026-08-01T00:00:00Z\","
                                + "\"gte\":\"2026-07-01T00:00:00Z\"}}")));
    assertThat(refused.text()).contains("cannot be combined");
  }

  @Test
  void twoFiltersOnOneParameterWithDifferentValuesAreRefused() {
    FilterQuery both =
        new FilterQuery(
            new Listing(
                Paging.PAGE,
                50,
                Map.of(),
                false,
                List.of(
                    Samples.filter(
                        "tag", Type.TEXT, Map.of(Operator.EQ, "tags", Operator.IN, "tags")))));
    BadArguments refused =
        catchThrowableOfType(
            BadArguments.class,
            () -> both.translate((ObjectNode) json("{\"tag\":{\"eq\":\"a\",\"in\":[\"b\"]}}")));
    assertThat(refused.text()).contains("cannot be combined");
  }

  @Property
  void anExclusiveDateIsTheNextOrPreviousInclusiveOne(@ForAll("days") LocalDate day)
      throws BadArguments {
    assertThat(query("expire_at", "gt", '"' + day.toString() + '"'))
        .isEqualTo(query("expire_at", "gte", '"' + day.plusDays(1).toString() + '"'));
    assertThat(query("expire_at", "lt", '"' + day.toString() + '"'))
        .isEqualTo(query("expire_at", "lte", '"' + day.minusDays(1).toString() + '"'));
  }

  @Property
  void anExclusiveAmountIsACentAwayExactly(@ForAll("amounts") BigDecimal amount)
      throws BadArguments {
    BigDecimal above = new BigDecimal(query("amount", "gt", amount.toString()).get("amount_from"));
    BigDecimal below = new BigDecimal(query("amount", "lt", amount.toString()).get("amount_to"));
    assertThat(above.subtract(amount)).isEqualByComparingTo("0.01");
    assertThat(amount.subtract(below)).isEqualByComparingTo("0.01");
  }

  @Property
  void anAmountKeepsItsDigits(@ForAll("amounts") BigDecimal amount) throws BadArguments {
    assertThat(query("amount", "gte", amount.toPlainString()))
        .containsEntry("amount_from", amount.toPlainString());
  }

  @Property
  void twoBoundsOnOneSideAreTheTighter(
      @ForAll("days") LocalDate one, @ForAll("days") LocalDate other) throws BadArguments {
    String given = "{\"expire_at\":{\"gte\":\"" + one + "\",\"gt\":\"" + other + "\"}}";
    LocalDate from = one.isAfter(other.plusDays(1)) ? one : other.plusDays(1);
    assertThat(filters.translate((ObjectNode) json(given)))
        .containsExactly(Map.entry("expire_from", from.toString()));
  }

  @Provide
  Arbitrary<LocalDate> days() {
    return Arbitraries.longs()
        .between(LocalDate.of(1, 1, 2).toEpochDay(), LocalDate.of(9999, 12, 30).toEpochDay())
        .map(LocalDate::ofEpochDay);
  }

  @Provide
  Arbitrary<BigDecimal> amounts() {
    return Arbitraries.bigDecimals()
        .between(
            new BigDecimal("-99999999999999999999.99"), new BigDecimal("99999999999999999999.99"))
        .ofScale(2);
  }

  private Map<String, String> query(String filter, String operator, String value)
      throws BadArguments {
    return filters.translate(
        (ObjectNode) json("{\"" + filter + "\":{\"" + operator + "\":" + value + "}}"));
  }
}
