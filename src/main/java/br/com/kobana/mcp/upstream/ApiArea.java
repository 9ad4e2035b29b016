package br.com.kobana.mcp.upstream;

/** How an area of the API stands, for operators. Read from any thread. */
public interface ApiArea {
  /** Such as {@code charge}. */
  String name();

  /** {@code CLOSED}: it is called. {@code OPEN}: it is not. {@code HALF_OPEN}: it is tried. */
  String state();

  /** Percent of the latest calls that failed; -1 while they are too few to judge by. */
  int failurePercent();

  /** How many of the latest calls that is judged by. */
  int callsJudged();

  /** Calls under way. */
  int inFlight();

  /** How many more may begin at once. */
  int permitsLeft();

  /** Calls that wait for one under way to end. */
  int waiting();

  /** Attempts that repeated a call, since the start. */
  long retries();

  /** Calls not made because the area was failing, since the start. */
  long refusedUnavailable();

  /** Calls not made because too many were under way, since the start. */
  long refusedBusy();
}
