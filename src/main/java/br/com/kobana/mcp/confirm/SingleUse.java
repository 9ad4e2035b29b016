package br.com.kobana.mcp.confirm;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Remembers which confirmations have been used. Where it cannot tell, the stage fails, and nothing
 * is executed: it never says yes without having remembered.
 */
public interface SingleUse {
  /**
   * Takes a confirmation for this call.
   *
   * @param ttl how long it must be remembered; longer than any state lives
   * @return true for the first that asks and false for every other
   */
  CompletionStage<Boolean> claim(String nonce, Duration ttl);
}
