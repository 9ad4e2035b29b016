package br.com.kobana.mcp.confirm;

import br.com.kobana.mcp.jsonrpc.CanonicalJson;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/**
 * The state of the fixtures' questions, sealed as the product seals that of its own. Which round
 * was asked last takes the place of what a person was shown.
 */
public final class FixtureStates {
  private final SealedState states =
      new SealedState(
          List.of("a key for tests only, 32 bytes!!".getBytes(StandardCharsets.UTF_8)),
          InstantSource.system(),
          new SecureRandom());

  public String seal(Attempt attempt, int round) {
    return states.seal(attempt.binding(), digest(round));
  }

  /**
   * The round that was asked.
   *
   * @throws Refusal -32602 for a state that was not issued for this call
   */
  public int round(Attempt attempt) {
    SealedState.Opened opened =
        states
            .open(attempt.params().path("requestState").asText(""), attempt.binding())
            .orElseThrow(() -> Refusal.invalidParams("requestState failed verification"));
    for (int round = 1; round < 10; round++) {
      if (Arrays.equals(opened.shown(), digest(round))) {
        return round;
      }
    }
    throw new IllegalStateException("no such round");
  }

  private static byte[] digest(int round) {
    return CanonicalJson.digest(Json.object().put("round", round));
  }
}
