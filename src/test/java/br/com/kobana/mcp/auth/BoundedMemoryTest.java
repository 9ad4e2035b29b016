package br.com.kobana.mcp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.MemoryWindowCounter;
import br.com.kobana.mcp.throttle.Step;
import br.com.kobana.mcp.throttle.WindowCounter;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What strangers can make the gateway keep. */
class BoundedMemoryTest {
  @Test
  void tenThousandTokensTakeNoMoreThanTheCacheHolds() {
    TokenWorld world = new TokenWorld(Map.of("mcp.auth.cache-size", "500"), Map.of());
    world.accounts.put("known", TokenWorld.ACCOUNT);
    world.caller("known");
    for (int i = 0; i < 10_000; i++) {
      assertThat(world.refusal("random" + i).status()).isEqualTo(401);
      if (i % 100 == 0) {
        world.caller("known");
      }
    }
    assertThat(world.identity.size()).isLessThanOrEqualTo(500);
  }

  @Test
  void manyAddressesPushOutAddressesAndNoAccount() {
    MemoryWindowCounter counter =
        new MemoryWindowCounter(InstantSource.fixed(TokenWorld.START), 1000);
    counter.apply(new Step.Add(Budget.of(Bucket.READ, "account"), 60));
    for (int i = 0; i < 50_000; i++) {
      counter.apply(new Step.Add(Budget.of(Bucket.ADDRESS, "a" + i), 120));
      counter.apply(new Step.Add(Budget.of(Bucket.VERIFICATION, "a" + i), 20));
    }
    assertThat(counter.size()).isLessThanOrEqualTo(1001);
    assertThat(
            counter
                .apply(new Step.Peek(Budget.of(Bucket.READ, "account")))
                .toCompletableFuture()
                .join())
        .extracting(WindowCounter.Count::value)
        .isEqualTo(1L);
  }
}
