package br.com.kobana.mcp.observe;

/**
 * What an operator did, or tried to do, in the console.
 *
 * @param user who is logged in
 * @param what the operation or the attribute that was set
 * @param target the MBean, which names the route
 * @param outcome what became of it
 */
public record OperatorAction(String user, String what, String target, Outcome outcome) {

  /** What became of an action. */
  public enum Outcome {
    DONE,
    /** The role of the user does not allow it. */
    DENIED,
    FAILED
  }
}
