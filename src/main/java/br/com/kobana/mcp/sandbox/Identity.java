package br.com.kobana.mcp.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tokens the sandbox knows and the accounts they open. */
final class Identity {
  private static final Map<String, Grant> GRANTS =
      Map.of(
          "sandbox-full",
          grant(1, Account.A, "all", "read", "write"),
          "sandbox-read",
          grant(2, Account.A, "all", "read"),
          "sandbox-charge",
          grant(3, Account.A, "charge.bank_billets", "charge.pix", "read", "write"),
          "sandbox-panel",
          new Grant(
              4,
              Account.A,
              List.of("all", "read", "write"),
              Optional.of(List.of("charge.*", "crm.customers.*"))),
          "sandbox-login",
          grant(5, Account.A, "login"),
          "sandbox-limited",
          grant(6, Account.B, "all", "read", "write"),
          "sandbox-bench",
          grant(7, Account.C, "all", "read", "write"));

  /** Tokens that nobody is given but the parent of a subaccount, in its record. */
  private static final Map<String, Grant> SUBACCOUNT_GRANTS =
      Map.of(Integrations.SUBACCOUNT_TOKEN, grant(8, Account.A1, "all", "read", "write"));

  private static final List<Account> SUBACCOUNTS = List.of(Account.A1);

  /** Whom a request acts for, or why it is refused. */
  sealed interface Outcome {
    record Known(Grant grant) implements Outcome {}

    record Refused(Answer answer) implements Outcome {}
  }

  private Identity() {}

  /** What each token may do. */
  static Map<String, Grant> grants() {
    return GRANTS;
  }

  /**
   * @param authorization the header's value; empty when absent
   * @param accountUid {@code X-Account-Uid}; empty when absent
   */
  static Outcome of(Optional<String> authorization, Optional<String> accountUid) {
    Optional<Grant> grant = authorization.flatMap(Identity::token).map(Identity::granted);
    if (grant.isEmpty()) {
      return new Outcome.Refused(Errors.unauthorized());
    }
    if (accountUid.isEmpty()) {
      return new Outcome.Known(grant.get());
    }
    return actingOn(grant.get(), accountUid.get());
  }

  private static @Nullable Grant granted(String token) {
    Grant grant = GRANTS.get(token);
    return grant == null ? SUBACCOUNT_GRANTS.get(token) : grant;
  }

  private static Outcome actingOn(Grant grant, String uid) {
    if (uid.equals(grant.account().uid())) {
      return new Outcome.Known(grant);
    }
    for (Account subaccount : SUBACCOUNTS) {
      if (subaccount.uid().equals(uid) && subaccount.parentUid().equals(grant.account().uid())) {
        return new Outcome.Known(grant.on(subaccount));
      }
    }
    return new Outcome.Refused(Errors.forbidden("Esta conta não pertence à conta do token."));
  }

  private static Optional<String> token(String authorization) {
    return authorization.toLowerCase(Locale.ROOT).startsWith("bearer ")
        ? Optional.of(authorization.substring("bearer ".length()).strip())
        : Optional.empty();
  }

  private static Grant grant(long token, Account account, String... scopes) {
    return new Grant(token, account, List.of(scopes), Optional.empty());
  }
}
