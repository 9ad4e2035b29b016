package br.com.kobana.mcp.pipeline;

/**
 * The exchange properties that routes may read. Routing uses these and never message headers, into
 * which a client could write.
 */
final class Properties {
  /** The HTTP method, such as {@code POST}. */
  static final String HTTP_METHOD = "httpMethod";

  /** The MCP method of a request that this era has, such as {@code tools/call}. */
  static final String MCP_METHOD = "mcpMethod";

  /** {@code 2026-07-28} and so on. */
  static final String MCP_VERSION = "mcpVersion";

  /** The tool called, where the catalogue has it. */
  static final String MCP_TOOL = "mcpTool";

  /** The account acted on. */
  static final String ACCOUNT = "account";

  /** Whether a call to the API is wanted: the body is the request. */
  static final String UPSTREAM = "upstream";

  /** What was prepared before a call to the API, for the step that concludes it. */
  static final String PLAN = "plan";

  /** Whether a person decides about the call. */
  static final String CONFIRM = "confirm";

  /** Whether the record that the call acts on is to be read first: the body is the request. */
  static final String RECORD = "record";

  /** The call that waits for a person's decision. */
  static final String PENDING = "pending";

  /** Whether guards on spending apply, so that the request waits for the step that lets it go. */
  static final String GUARDED = "guarded";

  /** The call as guards look at it. */
  static final String GUARDED_CALL = "guardedCall";

  /** The request that waits for the guards. */
  static final String GUARDED_SEND = "guardedSend";

  /** The amount that was taken for the call. */
  static final String SPENDING = "spending";

  /** Whether the call is only shown and neither sent nor counted. */
  static final String SIMULATED = "simulated";

  /** Milliseconds that a further request of the same call may take; absent on the first. */
  static final String TIME_LEFT = "timeLeft";

  /** Whether a client that hangs up stops work that was not sent yet (stateless era). */
  static final String CANCELLABLE = "cancellable";

  private Properties() {}
}
