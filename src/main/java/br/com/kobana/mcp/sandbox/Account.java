package br.com.kobana.mcp.sandbox;

import java.util.Map;

/**
 * An account of the sandbox.
 *
 * @param code marks the uids of its records
 * @param parentUid empty for none
 * @param limits its own limits, as {@code /v2/me} announces them; the gateway enforces these
 * @param readsPerHour GETs this server answers in one hour
 * @param writesPerHour POSTs, PUTs, PATCHes and DELETEs this server answers in one hour
 */
record Account(
    String uid,
    int code,
    String parentUid,
    String name,
    Map<String, Long> limits,
    long readsPerHour,
    long writesPerHour) {
  private static final long GENEROUS_READS = 100_000;
  private static final long WRITES = 5_000;
  private static final long BOUNDLESS = 100_000_000;

  static final Account A =
      new Account(uid(0xa), 0xa, "", "Padaria Aurora", Map.of(), GENEROUS_READS, WRITES);
  static final Account A1 =
      new Account(
          uid(0xa1), 0xa1, A.uid(), "Padaria Aurora Filial", Map.of(), GENEROUS_READS, WRITES);
  static final Account B =
      new Account(uid(0xb), 0xb, "", "Oficina Boreal", limits(5, 3), GENEROUS_READS, WRITES);
  static final Account C =
      new Account(
          uid(0xc), 0xc, "", "Carga Contínua", limits(BOUNDLESS, BOUNDLESS), BOUNDLESS, BOUNDLESS);

  private static String uid(int code) {
    return String.format(java.util.Locale.ROOT, "01900000-0000-7000-8000-%012x", code);
  }

  private static Map<String, Long> limits(long reads, long writes) {
    return Map.of("rate_limits_mcp_read_hour", reads, "rate_limits_post_hour", writes);
  }
}
