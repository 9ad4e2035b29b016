package br.com.kobana.mcp.wire;

import br.com.kobana.mcp.fuzz.Mutations;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** The same changed requests in every run; {@code bin/fuzz} looks for new ones. */
class WireFuzzTest {
  @Provide
  Arbitrary<byte[]> requests() {
    return Mutations.of(WireFuzz.seeds());
  }

  @Property(tries = 800, seed = "20261130", shrinking = ShrinkingMode.OFF)
  void noBytesMakeItFailOrPassOnWhatItRefused(@ForAll("requests") byte[] request) {
    WireFuzz.fuzzerTestOneInput(request);
  }
}
