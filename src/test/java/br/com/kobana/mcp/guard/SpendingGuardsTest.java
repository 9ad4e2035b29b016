package br.com.kobana.mcp.guard;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.testing.EditedRoutes;
import br.com.kobana.mcp.testing.RunningGateway;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guards through the running gateway; effects are counted at the sandbox. */
class SpendingGuardsTest {
  private static final String BATCH = "banking_transfer_batch_create_pix";
  private static final String APPROVE = "banking_payment_batch_approve";

  /** 15:30 in Brasília, so that no test meets the end of an hour or of a day. */
  private static final Instant NOW = Instant.parse("2026-11-30T18:30:00Z");

  private static RunningGateway guarded(Map<String, String> settings) {
    return RunningGateway.start(settings, () -> NOW);
  }

  private static MoneyClient client(RunningGateway gateway) {
    return new MoneyClient(gateway, "sandbox-full");
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/content/0/text").asText();
  }

  private static void isHeld(JsonNode answer, String guard, String value) {
    assertThat(answer.at("/result/isError").booleanValue()).as("%s", answer).isTrue();
    assertThat(text(answer))
        .startsWith("Refused by the guard " + guard + " (" + value + "): ")
        .endsWith(" Nothing was executed.");
    assertThat(answer.at("/result/_meta/br.com.kobana~1guard/guard").asText()).isEqualTo(guard);
  }

  /** Whatever the API says of it: this account has nothing to pay from. */
  private static void isNotHeld(JsonNode answer) {
    assertThat(text(answer)).isNotEmpty().doesNotContain("guard");
  }

  private static void passed(JsonNode answer) {
    assertThat(answer.path("result").has("isError")).as("%s", answer).isFalse();
    assertThat(answer.at("/result/structuredContent/data").isObject()).as("%s", answer).isTrue();
  }

  @Test
  void aCallAboveItsAmountIsHeldBackAndCostsNothing() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.call-amount", "100"))) {
      MoneyClient client = client(gateway);
      passed(client.call(BATCH, client.transfers("60", "40")));
      String before = client.writesLeft();

      JsonNode held = client.call(BATCH, client.transfers("60", "40.01"));

      isHeld(held, "mcp.guard.call-amount", "BRL 100.00");
      assertThat(text(held)).contains("this call is about BRL 100.01.");
      assertThat(client.writesLeft()).isEqualTo(before);
      assertThat(client.effects("POST")).isEqualTo(1);
    }
  }

  @Test
  void recordingAPaymentIsHeldBackToo() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.call-amount", "100"))) {
      MoneyClient client = client(gateway);
      isHeld(
          client.call("banking_transfer_pix_create", client.transfer("100.5")),
          "mcp.guard.call-amount",
          "BRL 100.00");
      passed(client.call("banking_transfer_pix_create", client.transfer("100")));
      assertThat(client.effects("POST")).isEqualTo(1);
    }
  }

  @Test
  void nobodyIsAskedAboutWhatAGuardHoldsBack() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.call-amount", "100"))) {
      MoneyClient client = client(gateway);
      isHeld(client.ask(BATCH, client.transfers("100.01")), "mcp.guard.call-amount", "BRL 100.00");
      assertThat(client.ask(BATCH, client.transfers("100")).at("/result/resultType").asText())
          .isEqualTo("input_required");
    }
  }

  /** The arguments say nothing of the amount: the record does, whether a person is asked or not. */
  @Test
  void anApprovalIsJudgedByTheRecord() {
    try (RunningGateway strict = guarded(Map.of("mcp.guard.call-amount", "100"));
        RunningGateway wide = guarded(Map.of("mcp.guard.call-amount", "99999999"))) {
      MoneyClient client = client(strict);
      String batch = client.batchAwaitingApproval();
      String before = client.writesLeft();
      isHeld(client.call(APPROVE, batch), "mcp.guard.call-amount", "BRL 100.00");
      isHeld(client.ask(APPROVE, batch), "mcp.guard.call-amount", "BRL 100.00");
      assertThat(client.writesLeft()).isEqualTo(before);
      assertThat(client.effects("PUT")).isZero();

      MoneyClient other = client(wide);
      passed(other.call(APPROVE, other.batchAwaitingApproval()));
      assertThat(other.effects("PUT")).isEqualTo(1);
    }
  }

  @Test
  void anAmountThatCannotBeToldIsHeldBack() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.call-amount", "99999999"))) {
      MoneyClient client = client(gateway);
      JsonNode byUid =
          client.call(
              BATCH,
              client.batch("[{\"uid\":\"01900000-0000-7000-8000-000000000001\",\"amount\":1}]"));
      isHeld(byUid, "mcp.guard.call-amount", "BRL 99999999.00");
      assertThat(text(byUid)).contains("names one by its uid");

      JsonNode ofTheCode =
          client.call(
              "banking_payment_pix_create", client.with("\"qrcode\":\"00020126...6304ABCD\""));
      isHeld(ofTheCode, "mcp.guard.call-amount", "BRL 99999999.00");
      assertThat(text(ofTheCode)).contains("the amount of this call cannot be told");
      assertThat(client.effects("POST")).isZero();
    }
  }

  @Test
  void onlyPayeesOfTheListArePaid() {
    try (RunningGateway gateway =
        guarded(Map.of("mcp.guard.payees", "Ana@Example.com, 341/1234-5/678901-2"))) {
      MoneyClient client = client(gateway);
      passed(client.call(BATCH, client.transfers("10", "10")));
      passed(
          client.call(
              "banking_transfer_ted_create",
              client.with(
                  "\"amount\":10,\"beneficiary\":{\"name\":\"Ana\",\"document_number\":"
                      + "\"12345678909\"},\"bank_account\":{\"compe_number\":341,"
                      + "\"agency_number\":\"1234\",\"agency_digit\":\"5\","
                      + "\"account_number\":\"678901\",\"account_digit\":\"2\"}")));

      String other = client.transferTo("bia@example.com", "10");
      JsonNode held = client.call("banking_transfer_pix_create", other);
      isHeld(held, "mcp.guard.payees", "2 payees");
      assertThat(held.toString()).doesNotContain("ana@").doesNotContain("678901");
      isHeld(client.call(APPROVE, client.batchAwaitingApproval()), "mcp.guard.payees", "2 payees");
      assertThat(client.effects("POST")).isEqualTo(2);
      assertThat(client.effects("PUT")).isZero();
    }
  }

  @Test
  void moneyMovesWithinItsHoursOnly() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T10:59:59Z"));
    try (RunningGateway gateway =
        RunningGateway.start(Map.of("mcp.guard.hours", "08:00-18:00"), now::get)) {
      MoneyClient client = client(gateway);
      JsonNode early = client.call(BATCH, client.transfers("10"));
      isHeld(early, "mcp.guard.hours", "08:00-18:00, Brasília");
      assertThat(text(early)).contains("it is 07:59 there");
      assertThat(client.effects("POST")).isZero();
      now.set(Instant.parse("2026-11-30T11:00:00Z"));
      passed(client.call(BATCH, client.transfers("10")));
      now.set(Instant.parse("2026-11-30T21:00:00Z"));
      isHeld(
          client.call(BATCH, client.transfers("10")), "mcp.guard.hours", "08:00-18:00, Brasília");
      assertThat(client.effects("POST")).isEqualTo(1);
    }
  }

  @Test
  void aForbiddenToolIsNeverCalled() {
    String tool = "banking_charge_bank_billet_cancel";
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.never", tool + "," + BATCH))) {
      MoneyClient client = client(gateway);
      isHeld(client.call(tool, "{\"id\":\"60\"}"), "mcp.guard.never", tool);
      isHeld(client.ask(tool, "{\"id\":\"60\"}"), "mcp.guard.never", tool);
      isHeld(client.call(BATCH, client.transfers("1")), "mcp.guard.never", BATCH);
      assertThat(client.effects("PUT")).isZero();
      assertThat(client.effects("POST")).isZero();
    }
  }

  @Test
  void sumsAreOfAnHourAndOfADayInBrasilia() {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    try (RunningGateway gateway =
        RunningGateway.start(
            Map.of("mcp.guard.hour-amount", "100", "mcp.guard.day-amount", "150"), now::get)) {
      MoneyClient client = client(gateway);
      passed(client.call(BATCH, client.transfers("60")));
      JsonNode hour = client.call(BATCH, client.transfers("40.01"));
      isHeld(hour, "mcp.guard.hour-amount", "BRL 100.00");
      assertThat(text(hour)).contains("BRL 60.00 of this hour", "this call is about BRL 40.01");
      passed(client.call(BATCH, client.transfers("40")));

      now.set(NOW.plus(Duration.ofHours(1)));
      isHeld(client.call(BATCH, client.transfers("50.01")), "mcp.guard.day-amount", "BRL 150.00");
      passed(client.call(BATCH, client.transfers("50")));

      // 00:30 in Brasília.
      now.set(Instant.parse("2026-12-01T03:30:00Z"));
      passed(client.call(BATCH, client.transfers("100")));
      assertThat(client.effects("POST")).isEqualTo(4);
    }
  }

  @Test
  void aSumIsOfTheTokenWhateverSubAccountItActsOn() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.hour-amount", "100"))) {
      MoneyClient client = client(gateway);
      passed(client.call(BATCH, client.transfers("60")));
      isHeld(
          client.on("01900000-0000-7000-8000-0000000000a1").call(BATCH, client.transfers("60")),
          "mcp.guard.hour-amount",
          "BRL 100.00");
      MoneyClient other = new MoneyClient(gateway, "sandbox-bench");
      isNotHeld(other.call(BATCH, other.transfers("60")));
    }
  }

  /** The outcome is unknown, so the amount stays; the same key is the same amount. */
  @Test
  void anUnknownOutcomeStaysCountedAndItsRepetitionIsNotCountedAgain() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.day-amount", "100"))) {
      MoneyClient client = client(gateway);
      String keyed = client.keyed(client.transfers("100"), "order-1");
      gateway.sandbox(
          "PUT",
          "/sandbox/faults",
          "[{\"match\":\"POST /v2/transfer/pix_batches\",\"kind\":\"drop-after-write\","
              + "\"times\":3}]");
      assertThat(text(client.call(BATCH, keyed))).startsWith("Outcome unknown");

      isHeld(
          client.call(BATCH, client.keyed(client.transfers("100"), "order-2")),
          "mcp.guard.day-amount",
          "BRL 100.00");
      JsonNode again = client.call(BATCH, keyed);
      passed(again);
      assertThat(again.at("/result/structuredContent/meta/replayed").booleanValue()).isTrue();
      // The key with another request is another amount.
      isHeld(
          client.call(BATCH, client.keyed(client.transfers("99"), "order-1")),
          "mcp.guard.day-amount",
          "BRL 100.00");
    }
  }

  @Test
  void whatWasNeverSentIsGivenBack() {
    RunningGateway api = RunningGateway.start(Map.of());
    try (RunningGateway gateway =
        guarded(
            Map.of(
                "mcp.guard.hour-amount",
                "100",
                "kobana.api-url",
                "http://127.0.0.1:" + api.sandboxPort()))) {
      MoneyClient client = client(gateway);
      String transfers = client.transfers("100");
      api.close();

      for (int i = 0; i < 3; i++) {
        assertThat(text(client.call(BATCH, transfers))).contains("no connection");
      }
    } finally {
      api.close();
    }
  }

  /** What was free when the person was asked may be spent when the answer comes. */
  @Test
  void sumsAreLookedAtAgainWhenThePersonHasAgreed() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.hour-amount", "100"))) {
      MoneyClient client = client(gateway);
      JsonNode question = client.ask(BATCH, client.transfers("60"));
      passed(client.call(BATCH, client.transfers("50")));

      JsonNode confirmed = client.agree(question, BATCH, client.transfers("60"));

      isHeld(confirmed, "mcp.guard.hour-amount", "BRL 100.00");
      assertThat(client.effects("POST")).isEqualTo(1);
    }
  }

  @Test
  void aConfirmedCallIsCountedOnce() {
    try (RunningGateway gateway = guarded(Map.of("mcp.guard.hour-amount", "100"))) {
      MoneyClient client = client(gateway);
      String transfers = client.transfers("60");
      passed(client.agree(client.ask(BATCH, transfers), BATCH, transfers));
      passed(client.call(BATCH, client.transfers("40")));
      assertThat(client.effects("POST")).isEqualTo(2);
    }
  }

  @Test
  void narrowerGuardsTighten() {
    Map<String, String> settings =
        Map.of(
            "mcp.guard.call-amount",
            "100",
            "mcp.guard.account.01900000-0000-7000-8000-00000000000a.call-amount",
            "50",
            "mcp.guard.tool." + BATCH + ".call-amount",
            "20");
    try (RunningGateway gateway = guarded(settings)) {
      MoneyClient a = client(gateway);
      MoneyClient c = new MoneyClient(gateway, "sandbox-bench");
      isHeld(
          a.call(BATCH, a.transfers("20.01")),
          "mcp.guard.tool." + BATCH + ".call-amount",
          "BRL 20.00");
      passed(a.call(BATCH, a.transfers("20")));
      isHeld(
          a.call("banking_transfer_pix_create", a.transfer("50.01")),
          "mcp.guard.account.01900000-0000-7000-8000-00000000000a.call-amount",
          "BRL 50.00");
      isNotHeld(c.call("banking_transfer_pix_create", c.transfer("50.01")));
      isHeld(
          c.call("banking_transfer_pix_create", c.transfer("100.01")),
          "mcp.guard.call-amount",
          "BRL 100.00");
    }
  }

  @Test
  void callsThatSpendNothingAreLeftAlone() {
    try (RunningGateway gateway =
        guarded(Map.of("mcp.guard.call-amount", "0", "mcp.guard.payees", "nobody"))) {
      MoneyClient client = client(gateway);
      passed(client.call("banking_charge_bank_billet_cancel", "{\"id\":\"60\"}"));
      assertThat(client.effects("PUT")).isEqualTo(1);
    }
  }

  /** A route of before the guards, or one that lost the step. */
  @Test
  void aRouteWithoutTheStepSendsNothingThatIsGuarded(@TempDir Path directory) throws Exception {
    EditedRoutes routes = EditedRoutes.in(directory);
    String methods = routes.read("methods.camel.yaml");
    int from = methods.indexOf("        - filter:\n            id: when-guards-apply");
    int to = methods.indexOf("        - loop:\n            id: while-request-is-left");
    routes.write("methods.camel.yaml", methods.substring(0, from) + methods.substring(to));
    assertThat(Files.readString(directory.resolve("methods.camel.yaml")))
        .doesNotContain("guardToolCall");
    try (RunningGateway gateway =
        guarded(
            Map.of("mcp.guard.call-amount", "100", "mcp.routes.directory", directory.toString()))) {
      MoneyClient client = client(gateway);
      JsonNode answer = client.call(BATCH, client.transfers("10"));
      assertThat(answer.path("error").isObject()).as("%s", answer).isTrue();
      assertThat(client.effects("POST")).isZero();
      assertThat(Json.text(answer)).doesNotContain("Exception");
    }
  }
}
