package br.com.kobana.mcp.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.sandbox.SandboxClient.Reply;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedDataTest extends SandboxTest {
  @ParameterizedTest
  @CsvSource({
    "BANK_BILLET,130", "PIX,60", "PAYMENT,25", "TRANSFER,20", "FINANCIAL_ACCOUNT,3",
    "STATEMENT_TRANSACTION,600", "CUSTOMER,12", "WEBHOOK,4", "CONNECTION,2", "MAILBOX_ENTRY,3",
    "SUBACCOUNT,1"
  })
  void accountAHolds(Kind kind, int count) {
    assertThat(world().of(Account.A).table(kind).rows()).hasSize(count);
  }

  @Test
  void theOthersHoldBillets() {
    assertThat(world().of(Account.A1).table(Kind.BANK_BILLET).rows()).hasSize(3);
    for (Account account : List.of(Account.B, Account.C)) {
      assertThat(world().of(account).table(Kind.BANK_BILLET).rows()).hasSize(10);
      assertThat(world().of(account).table(Kind.PAYMENT).rows()).isEmpty();
    }
  }

  @Test
  void paymentsAndTransfersAreInSeveralStates() {
    assertThat(states(Kind.PAYMENT))
        .containsExactlyInAnyOrder(
            "pending", "scheduled", "awaiting_approval", "confirmed", "rejected", "canceled");
    assertThat(states(Kind.TRANSFER))
        .containsExactlyInAnyOrder(
            "pending", "scheduled", "awaiting_approval", "confirmed", "rejected");
    assertThat(states(Kind.PAYMENT_BATCH))
        .containsExactlyInAnyOrder("awaiting_approval", "approved", "reproved");
    assertThat(world().of(Account.A).table(Kind.COMMAND).rows()).isNotEmpty();
  }

  @Test
  void noTwoRecordsShareAUid() {
    Set<String> uids = new TreeSet<>();
    for (Account account : List.of(Account.A, Account.A1, Account.B, Account.C)) {
      for (Kind kind : Kind.values()) {
        for (Row row : world().of(account).table(kind).rows()) {
          assertThat(uids.add(row.uid())).as(row.uid()).isTrue();
          assertThat(row.uid()).matches("01900000-[0-9a-f]{4}-7000-8[0-9a-f]{3}-[0-9a-f]{12}");
        }
      }
    }
  }

  @Test
  void billetsFallDueAroundTheDayOfTheStart() {
    LocalDate today = LocalDate.parse("2027-03-01");
    for (Row billet : new World(today).of(Account.A).table(Kind.BANK_BILLET).rows()) {
      LocalDate due = LocalDate.parse(billet.text("expire_at"));
      LocalDate created = LocalDate.parse(billet.text("created_at").substring(0, 10));
      assertThat(created).isBeforeOrEqualTo(due);
      if (billet.is("status", "overdue")) {
        assertThat(due).isBefore(today);
      } else if (billet.is("status", "opened")) {
        assertThat(due).isAfter(today);
      }
    }
  }

  @Test
  void theDayIsThatOfBrasilia() {
    Times times = new Times(() -> Instant.parse("2026-12-01T02:30:00Z"));
    assertThat(times.today()).isEqualTo("2026-11-30");
    assertThat(times.stamp()).isEqualTo("2026-11-30T23:30:00-03:00");
  }

  @ParameterizedTest
  @CsvSource({
    "/v2/transfers,20", "/v2/transfers?transfer_kind=ted,6", "/v2/transfer/pix,10",
    "/v2/transfer/ted,6", "/v2/transfer/internal,4", "/v2/transfer/batches,5",
    "/v2/admin/connections,2", "/v2/admin/connections?provider_slug=bb,1", "/v2/mailbox/entries,3",
    "/v2/admin/subaccounts,1"
  })
  void restIsThereToRead(String uri, int count) {
    Reply list = api().get(uri);
    assertThat(list.data()).hasSize(count);
    String path = uri.contains("?") ? uri.substring(0, uri.indexOf('?')) : uri;
    assertThat(api().get(path + "/" + list.data().at("/0/uid").asText()).data())
        .isEqualTo(list.data().get(0));
  }

  @Test
  void checkDigitsAreRight() {
    assertThat(Documents.withCheckDigits("111444777", 11)).isEqualTo("11144477735");
    assertThat(Documents.withCheckDigits("112223330001", 9)).isEqualTo("11222333000181");
    assertThat(Documents.plain(Documents.cpf(1))).hasSize(11);
    assertThat(Documents.plain(Documents.cnpj(10))).hasSize(14);
  }

  private static World world() {
    return new World(LocalDate.parse("2026-11-30"));
  }

  private static Set<String> states(Kind kind) {
    return world().of(Account.A).table(kind).rows().stream()
        .map(row -> row.text("status"))
        .collect(Collectors.toSet());
  }
}
