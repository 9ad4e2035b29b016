package br.com.kobana.mcp.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.settings.ManagementSettings.Role;
import br.com.kobana.mcp.settings.ManagementSettings.User;
import br.com.kobana.mcp.settings.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who may enter the console, and how often somebody may guess. */
class LoginsTest {
  private static final String GOOD = "a long pass:word, ção";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Passwords PASSWORDS = new Passwords(RANDOM);
  private static final User ANA = new User("ana", Role.OPERATOR, new Secret(PASSWORDS.hash(GOOD)));
  private final AtomicLong nanos = new AtomicLong();
  private final Logins logins = new Logins(List.of(ANA), PASSWORDS, RANDOM, nanos::get);

  private static String basic(String name, String password) {
    byte[] login = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void rightPasswordIsKnownAndRememberedForMinutes() {
    String header = basic("ana", GOOD);
    assertThat(logins.known(header)).isEmpty();
    assertThat(logins.verify(header, "::1")).isEqualTo(new Logins.Answer.Known(ANA));
    assertThat(logins.known(header)).contains(ANA);
    pass(Duration.ofMinutes(6));
    assertThat(logins.known(header)).isEmpty();
  }

  @Test
  void whatIsNoLoginIsUnknown() {
    for (String header :
        List.of(
            basic("ana", "a long pass"),
            basic("ana", ""),
            basic("nobody", GOOD),
            basic("", GOOD),
            "Basic",
            "Basic !",
            "Basic YW5h",
            "Bearer " + GOOD,
            "")) {
      assertThat(logins.verify(header, header))
          .as(header)
          .isInstanceOf(Logins.Answer.Unknown.class);
      assertThat(logins.known(header)).isEmpty();
    }
  }

  @Test
  void addressThatGuessesHasToWaitEvenWithTheRightPassword() {
    for (int i = 0; i < Logins.FAILURES; i++) {
      assertThat(logins.verify(basic("guess" + i, "wrong wrong wrong"), "10.0.0.1"))
          .isInstanceOf(Logins.Answer.Unknown.class);
    }
    assertThat(logins.verify(basic("ana", GOOD), "10.0.0.1"))
        .isInstanceOf(Logins.Answer.Later.class);
    assertThat(logins.verify(basic("ana", GOOD), "10.0.0.2"))
        .isInstanceOf(Logins.Answer.Known.class);
    pass(Logins.WAIT);
    assertThat(logins.verify(basic("ana", GOOD), "10.0.0.1"))
        .isInstanceOf(Logins.Answer.Known.class);
  }

  @Test
  void nameThatIsGuessedFromManyAddressesHasToWait() {
    for (int i = 0; i < Logins.FAILURES; i++) {
      logins.verify(basic("ana", "wrong wrong wrong"), "10.0.1." + i);
    }
    assertThat(logins.verify(basic("ana", GOOD), "10.0.2.1"))
        .isInstanceOf(Logins.Answer.Later.class);
  }

  @Test
  void whoIsInStaysInWhileOthersGuess() {
    String header = basic("ana", GOOD);
    logins.verify(header, "10.0.0.1");
    for (int i = 0; i < 2 * Logins.FAILURES; i++) {
      logins.verify(basic("ana", "wrong wrong wrong"), "10.0.0.1");
    }
    assertThat(logins.known(header)).contains(ANA);
  }

  @Test
  void hashesDifferForTheSamePasswordAndNeverHoldIt() {
    assertThat(PASSWORDS.hash(GOOD)).isNotEqualTo(PASSWORDS.hash(GOOD)).doesNotContain(GOOD);
    assertThatThrownBy(() -> PASSWORDS.hash("short"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("short");
  }
}
