package br.com.kobana.mcp.auth;

/** What is found out about a token. */
sealed interface Verdict {
  record Good(Holder holder) implements Verdict {}

  /** Unknown, expired, revoked, or not for this resource. */
  record Bad() implements Verdict {}

  /** A good token whose holder has no credential for the API here. */
  record NotServed() implements Verdict {}

  /** Nothing: whoever knows did not answer. Shared by those who wait for it, and not kept. */
  record Silence() implements Verdict {}
}
