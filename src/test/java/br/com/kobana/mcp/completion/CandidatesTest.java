package br.com.kobana.mcp.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  @Test
  void caseAndAccentsDoNotMatter() {
    Candidates candidates = new Candidates(List.of("Óbito", "obra", "fraude"));
    assertThat(candidates.matching("OB")).containsExactly("Óbito", "obra");
    assertThat(candidates.matching("óbi")).containsExactly("Óbito");
  }

  @Test
  void valuesThatBeginSoComeBeforeValuesWithAWordThatDoes() {
    Candidates candidates =
        new Candidates(List.of("bank_billet", "pix_account", "account_x", "accounts"));
    assertThat(candidates.matching("acc")).containsExactly("account_x", "accounts", "pix_account");
    assertThat(candidates.matching("illet")).isEmpty();
  }

  @Test
  void nothingTypedOffersEverythingInOrder() {
    assertThat(new Candidates(List.of("b", "a")).matching("")).containsExactly("b", "a");
  }

  @Test
  void segmentsAreOfferedOneAtATime() {
    Candidates codes =
        new Candidates(
            List.of("ping", "payment.pix.paid", "payment.pix.failed", "payment.tax", "plan.x"));
    assertThat(codes.nextSegments("")).containsExactly("ping", "payment.", "plan.");
    assertThat(codes.nextSegments("PAY")).containsExactly("payment.");
    assertThat(codes.nextSegments("payment.")).containsExactly("payment.pix.", "payment.tax");
    assertThat(codes.nextSegments("payment.pix."))
        .containsExactly("payment.pix.paid", "payment.pix.failed");
    assertThat(codes.nextSegments("paid")).containsExactly("payment.pix.paid");
    assertThat(codes.nextSegments("nope")).isEmpty();
  }

  @Test
  void theLastItemOfAListIsCompleted() {
    Candidates groups = new Candidates(List.of("day", "week", "month"));
    assertThat(groups.lastOfList("d")).containsExactly("day");
    assertThat(groups.lastOfList("day,")).containsExactly("day,week", "day,month");
    assertThat(groups.lastOfList("day, w")).containsExactly("day,week");
  }

  @Test
  void anEndlessInputMatchesNothing() {
    assertThat(new Candidates(List.of("a")).matching("a".repeat(100_000))).isEmpty();
    assertThat(new Candidates(List.of("a")).nextSegments("a".repeat(100_000))).isEmpty();
  }
}
