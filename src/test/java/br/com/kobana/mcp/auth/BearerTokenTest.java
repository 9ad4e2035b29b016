package br.com.kobana.mcp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  @ParameterizedTest
  @ValueSource(strings = {"Bearer aB.1", "bearer aB.1", "BEARER  aB.1", " Bearer aB.1 "})
  void theSchemeIsReadWhateverItsCaseAndTheTokenExactly(String line) {
    assertThat(BearerToken.of(List.of(line)))
        .isInstanceOfSatisfying(
            BearerToken.Present.class, t -> assertThat(t.value()).isEqualTo("aB.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Bearer é"})
  void theSchemeWithoutOneTokenIsMalformed(String line) {
    assertThat(BearerToken.of(List.of(line))).isInstanceOf(BearerToken.Malformed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic x", "", "Token abc", "BearerX abc"})
  void anotherSchemeIsNoToken(String line) {
    assertThat(BearerToken.of(List.of(line))).isInstanceOf(BearerToken.Absent.class);
  }

  @Property
  void twoLinesAreNeverAToken(@ForAll String a, @ForAll String b) {
    assertThat(BearerToken.of(List.of("Bearer " + a, "Bearer " + b)))
        .isInstanceOf(BearerToken.Malformed.class);
  }

  @Property
  void whateverComesIsNotShown(@ForAll String token) {
    assertThat(BearerToken.of(List.of("Bearer x" + "secret")).toString()).doesNotContain("secret");
    assertThat(BearerToken.of(List.of("Bearer " + token))).isNotNull();
  }
}
