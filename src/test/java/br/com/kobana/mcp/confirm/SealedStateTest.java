package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.confirm.SealedState.Binding;
import br.com.kobana.mcp.confirm.SealedState.Opened;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SealedStateTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final byte[] KEY = key(1);
  private static final byte[] SHOWN = filled(7);
  private static final Binding BINDING =
      new Binding("principal", "account", "tool", filled(3), "2026-07-28");

  private final SealedState states = states(NOW, KEY);

  private static SealedState states(Instant now, byte[]... keys) {
    return new SealedState(List.of(keys), InstantSource.fixed(now), new SecureRandom());
  }

  private static byte[] key(int fill) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) fill);
    return key;
  }

  private static byte[] filled(int fill) {
    return key(fill);
  }

  @Test
  void opensWhatItSealed() {
    Opened opened = states.open(states.seal(BINDING, SHOWN), BINDING).orElseThrow();

    assertThat(opened.shown()).isEqualTo(SHOWN);
    assertThat(opened.nonce()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  }

  @Test
  void anotherReplicaWithTheSameKeyOpensIt() {
    assertThat(states(NOW, KEY).open(states.seal(BINDING, SHOWN), BINDING)).isPresent();
  }

  @Test
  void everyStateHasItsOwnNonceAndBytes() {
    Set<String> nonces = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      String state = states.seal(BINDING, SHOWN);
      texts.add(state);
      nonces.add(states.open(state, BINDING).orElseThrow().nonce());
    }
    assertThat(nonces).hasSize(100);
    assertThat(texts).hasSize(100);
  }

  @Test
  void questionAskedAgainKeepsItsNonce() {
    String nonce = states.open(states.seal(BINDING, SHOWN), BINDING).orElseThrow().nonce();

    String again = states.seal(BINDING, filled(8), nonce);

    assertThat(states.open(again, BINDING).orElseThrow().nonce()).isEqualTo(nonce);
  }

  @Property
  boolean noCharacterCanBeAltered(
      @ForAll @IntRange(max = 120) int position,
      @ForAll @CharRange(from = ' ', to = '~') char put) {
    StringBuilder state = new StringBuilder(states.seal(BINDING, SHOWN));
    int at = position % state.length();
    if (state.charAt(at) == put) {
      return true;
    }
    state.setCharAt(at, put);
    return states.open(state.toString(), BINDING).isEmpty();
  }

  @Test
  void noBitCanBeFlipped() {
    String state = states.seal(BINDING, SHOWN);
    byte[] bytes = java.util.Base64.getUrlDecoder().decode(state.substring(3));
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      String text =
          "v1." + java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(flipped);
      assertThat(states.open(text, BINDING)).as("bit %d", bit).isEmpty();
    }
  }

  @Test
  void nothingCanBeAddedOrTakenAway() {
    String state = states.seal(BINDING, SHOWN);

    assertThat(states.open(state + "-TAMPERED", BINDING)).isEmpty();
    assertThat(states.open(state + "=", BINDING)).isEmpty();
    assertThat(states.open(state + " ", BINDING)).isEmpty();
    assertThat(states.open(state.substring(1), BINDING)).isEmpty();
    assertThat(states.open("v2." + state.substring(3), BINDING)).isEmpty();
    for (int length = 0; length < state.length(); length++) {
      assertThat(states.open(state.substring(0, length), BINDING)).isEmpty();
    }
  }

  @Property
  boolean anyOtherTextIsNoState(@ForAll String text) {
    return states.open(text, BINDING).isEmpty() && states.open("v1." + text, BINDING).isEmpty();
  }

  @Test
  void holdsForOneCallerAccountToolArgumentsAndVersion() {
    String state = states.seal(BINDING, SHOWN);
    List<Binding> others =
        List.of(
            new Binding("other", "account", "tool", filled(3), "2026-07-28"),
            new Binding("principal", "other", "tool", filled(3), "2026-07-28"),
            new Binding("principal", "account", "other", filled(3), "2026-07-28"),
            new Binding("principal", "account", "tool", filled(4), "2026-07-28"),
            new Binding("principal", "account", "tool", filled(3), "2027-01-01"),
            // The same characters, divided in another way.
            new Binding("principalaccount", "", "tool", filled(3), "2026-07-28"),
            new Binding("principal", "accounttool", "", filled(3), "2026-07-28"));

    assertThat(others).allMatch(other -> states.open(state, other).isEmpty());
  }

  @Test
  void expiresToTheSecond() {
    String state = states.seal(BINDING, SHOWN);

    assertThat(states(NOW.plusSeconds(299).plusMillis(999), KEY).open(state, BINDING)).isPresent();
    assertThat(states(NOW.plusSeconds(300), KEY).open(state, BINDING)).isEmpty();
  }

  @Test
  void anotherKeyDoesNotOpenIt() {
    assertThat(states(NOW, key(2)).open(states.seal(BINDING, SHOWN), BINDING)).isEmpty();
  }

  @Test
  void rotationOpensOldStatesAndSealsWithTheFirstKey() {
    String old = states.seal(BINDING, SHOWN);
    SealedState rotated = states(NOW, key(2), KEY);

    assertThat(rotated.open(old, BINDING)).isPresent();
    assertThat(states.open(rotated.seal(BINDING, SHOWN), BINDING)).isEmpty();
    assertThat(states(NOW, key(2)).open(rotated.seal(BINDING, SHOWN), BINDING)).isPresent();
  }

  @Test
  void withoutAKeyThereIsNoSealing() {
    List<byte[]> none = List.of();
    assertThatThrownBy(() -> new SealedState(none, InstantSource.fixed(NOW), new SecureRandom()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
