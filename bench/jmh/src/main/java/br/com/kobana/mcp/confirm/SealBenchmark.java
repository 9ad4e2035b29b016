package br.com.kobana.mcp.confirm;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The state of a question: sealed, and opened again. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class SealBenchmark {
  private final SealedState states =
      new SealedState(List.of(new byte[32]), InstantSource.system(), new SecureRandom());
  private final SealedState.Binding binding =
      new SealedState.Binding("principal", "account", "tool", new byte[32], "2026-07-28");
  private final byte[] shown = new byte[32];
  private final String sealed = states.seal(binding, shown);

  @Benchmark
  public String seal() {
    return states.seal(binding, shown);
  }

  @Benchmark
  public Optional<SealedState.Opened> open() {
    return states.open(sealed, binding);
  }
}
