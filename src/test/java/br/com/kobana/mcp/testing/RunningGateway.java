package br.com.kobana.mcp.testing;

/** The gateway that tests share. Stands in until the pipeline is on this branch. */
public final class RunningGateway {
  private RunningGateway() {}

  public static RunningGateway shared() {
    throw new IllegalStateException("no gateway to test on this branch");
  }

  public int port() {
    throw new IllegalStateException();
  }

  public int sandboxPort() {
    throw new IllegalStateException();
  }

  public String url() {
    throw new IllegalStateException();
  }

  /** Puts the sandbox's data, faults and list of calls back as they are at its start. */
  public void resetSandbox() {
    throw new IllegalStateException();
  }

  /** Empties every rate-limit bucket. */
  public void resetCounters() {
    throw new IllegalStateException();
  }
}
