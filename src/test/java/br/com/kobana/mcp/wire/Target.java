package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.testing.RunningGateway;

/**
 * What a transcript is run against.
 *
 * @param port of the gateway, on the loopback address
 * @param sandboxPort of the imitation of the Kobana API behind it
 */
record Target(int port, int sandboxPort, Runnable resetSandbox, Runnable resetCounters) {

  static Target of(RunningGateway gateway) {
    return new Target(
        gateway.port(), gateway.sandboxPort(), gateway::resetSandbox, gateway::resetCounters);
  }

  /** A server without a sandbox behind it and without counters. */
  static Target bare(int port) {
    return new Target(port, port, () -> {}, () -> {});
  }
}
