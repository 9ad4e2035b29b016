package br.com.kobana.mcp.fuzz;

import br.com.kobana.mcp.confirm.SealedStateFuzz;
import br.com.kobana.mcp.jsonrpc.CanonicalJsonFuzz;
import br.com.kobana.mcp.jsonrpc.InboundFuzz;
import br.com.kobana.mcp.observe.TraceParentFuzz;
import br.com.kobana.mcp.protocol.CursorsFuzz;
import br.com.kobana.mcp.protocol.HeaderValueFuzz;
import br.com.kobana.mcp.protocol.LadderFuzz;
import br.com.kobana.mcp.resources.UriPatternFuzz;
import br.com.kobana.mcp.tools.FilterQueryFuzz;
import br.com.kobana.mcp.tools.SkimmerFuzz;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The targets of {@code bin/fuzz} with every seed, and with changed ones. The inputs are the same
 * in each run; {@code bin/fuzz} looks for new ones.
 */
class FuzzTargetsTest {
  private static final String SEED = "20261130";
  private static final int TRIES = 3000;
  private static final Map<Class<?>, Consumer<byte[]>> TARGETS =
      Map.of(
          CanonicalJsonFuzz.class, CanonicalJsonFuzz::fuzzerTestOneInput,
          SealedStateFuzz.class, SealedStateFuzz::fuzzerTestOneInput,
          InboundFuzz.class, InboundFuzz::fuzzerTestOneInput,
          CursorsFuzz.class, CursorsFuzz::fuzzerTestOneInput,
          HeaderValueFuzz.class, HeaderValueFuzz::fuzzerTestOneInput,
          LadderFuzz.class, LadderFuzz::fuzzerTestOneInput,
          UriPatternFuzz.class, UriPatternFuzz::fuzzerTestOneInput,
          FilterQueryFuzz.class, FilterQueryFuzz::fuzzerTestOneInput,
          TraceParentFuzz.class, TraceParentFuzz::fuzzerTestOneInput,
          SkimmerFuzz.class, SkimmerFuzz::fuzzerTestOneInput);

  static Stream<Class<?>> targets() {
    return TARGETS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void everySeedHolds(Class<?> target) {
    Corpus.of(target).forEach(TARGETS.get(target));
  }

  @Provide
  Arbitrary<byte[]> jsonValues() {
    return Mutations.of(Corpus.of(CanonicalJsonFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void jsonValuesHold(@ForAll("jsonValues") byte[] input) {
    CanonicalJsonFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> states() {
    return Mutations.of(Corpus.of(SealedStateFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void statesHold(@ForAll("states") byte[] input) {
    SealedStateFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> bodies() {
    return Mutations.of(Corpus.of(InboundFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void bodiesHold(@ForAll("bodies") byte[] input) {
    InboundFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> cursors() {
    return Mutations.of(Corpus.of(CursorsFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void cursorsHold(@ForAll("cursors") byte[] input) {
    CursorsFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> headerValues() {
    return Mutations.of(Corpus.of(HeaderValueFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void headerValuesHold(@ForAll("headerValues") byte[] input) {
    HeaderValueFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> headsAndBodies() {
    return Mutations.of(Corpus.of(LadderFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void headsAndBodiesHold(@ForAll("headsAndBodies") byte[] input) {
    LadderFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> uris() {
    return Mutations.of(Corpus.of(UriPatternFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void urisHold(@ForAll("uris") byte[] input) {
    UriPatternFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> filters() {
    return Mutations.of(Corpus.of(FilterQueryFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void filtersHold(@ForAll("filters") byte[] input) {
    FilterQueryFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> traceParents() {
    return Mutations.of(Corpus.of(TraceParentFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void traceParentsHold(@ForAll("traceParents") byte[] input) {
    TraceParentFuzz.fuzzerTestOneInput(input);
  }

  @Provide
  Arbitrary<byte[]> answers() {
    return Mutations.of(Corpus.of(SkimmerFuzz.class));
  }

  @Property(tries = TRIES, seed = SEED)
  void answersHold(@ForAll("answers") byte[] input) {
    SkimmerFuzz.fuzzerTestOneInput(input);
  }
}
