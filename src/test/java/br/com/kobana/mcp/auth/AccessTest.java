package br.com.kobana.mcp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.upstream.Credential;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  private static Caller caller(Set<String> scopes, Optional<List<String>> permissions) {
    return new Caller(
        "a",
        false,
        "p",
        scopes,
        permissions,
        OptionalLong.empty(),
        OptionalLong.empty(),
        new Credential("t"));
  }

  @ParameterizedTest
  @CsvSource({
    "all read, false, ALLOWED",
    "all write, false, ALLOWED",
    "all read, true, SCOPE_MISSING",
    "all write, true, ALLOWED",
    "charge.pix read, false, ALLOWED",
    "charge.pix, false, SCOPE_MISSING",
    "charge.bank_billets read write, false, SCOPE_MISSING",
    "login, false, SCOPE_MISSING",
    "'', false, SCOPE_MISSING",
  })
  void levelAndResourceScopeAreBothNeeded(String scopes, boolean write, Access.Verdict verdict) {
    assertThat(
            new Access(write, List.of("charge.pix"))
                .of(caller(Set.of(scopes.split(" ")), Optional.empty())))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "*, ALLOWED",
    "charge.*, ALLOWED",
    "charge.pix.*, ALLOWED",
    "charge.pix, ALLOWED",
    "charge.pix_accounts.*, HIDDEN",
    "charge, HIDDEN",
    "payment.*, HIDDEN",
    "'', HIDDEN",
  })
  void thePanelUserNarrows(String pattern, Access.Verdict verdict) {
    assertThat(
            new Access(false, List.of("charge.pix"))
                .of(caller(Set.of("all", "read"), Optional.of(List.of(pattern)))))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "payment.batches, SCOPE_MISSING",
    "payment.batches payment.pix, ALLOWED",
    "all, ALLOWED"
  })
  void everyScopeOfAnOperationIsNeeded(String scopes, Access.Verdict verdict) {
    Set<String> held = new java.util.HashSet<>(Set.of(scopes.split(" ")));
    held.add("write");
    assertThat(
            new Access(true, List.of("payment.batches", "payment.pix"))
                .of(caller(held, Optional.empty())))
        .isEqualTo(verdict);
  }
}
