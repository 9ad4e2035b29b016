package br.com.kobana.mcp.throttle;

import br.com.kobana.mcp.protocol.McpMethod;
import java.time.InstantSource;
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

/** Which bucket a message spends, and one unit of it in memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class CountBenchmark {
  private final MemoryWindowCounter counter =
      new MemoryWindowCounter(InstantSource.system(), 200_000);
  private final Step.Add add = new Step.Add(Budget.of(Bucket.READ, "account"), Long.MAX_VALUE);

  @Benchmark
  public Optional<Bucket> classify() {
    return Classification.of(McpMethod.TOOLS_CALL, true);
  }

  @Benchmark
  public WindowCounter.Count count() {
    return counter.apply(add).toCompletableFuture().join();
  }
}
