package br.com.kobana.mcp.upstream;

import br.com.kobana.mcp.settings.ResilienceSettings;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Calls the API over a transport, and keeps trouble in one area of it from spreading: each area has
 * a circuit breaker and a bound on the calls under way, and a call that may be repeated is, within
 * its time. Nothing here blocks.
 */
public final class ResilientKobanaApi implements KobanaApi {
  private final KobanaApi transport;
  private final ResilienceSettings settings;
  private final Surroundings surroundings;
  private final Map<String, Area> areas = new ConcurrentHashMap<>();

  /** What it stands on. */
  public record Surroundings(
      InstantSource clock, Timer timer, RandomGenerator random, UpstreamEvents events) {}

  /**
   * @param transport makes one attempt at a time
   * @param areas those known at the start; another gets the defaults when it is first called
   */
  public ResilientKobanaApi(
      KobanaApi transport,
      ResilienceSettings settings,
      Collection<String> areas,
      Surroundings surroundings) {
    this.transport = transport;
    this.settings = settings;
    this.surroundings = surroundings;
    areas.forEach(this::area);
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience) {
    Area area = area(request.area());
    return new Attempts(
            transport,
            area,
            new RetryRule(area.settings(), surroundings.random()),
            surroundings,
            request,
            patience.atMost(settings.callBudget()))
        .begin();
  }

  /** Every area, by name. */
  public List<ApiArea> areas() {
    return List.copyOf(new TreeMap<String, ApiArea>(areas).values());
  }

  private Area area(String name) {
    Area known = areas.get(name);
    return known != null
        ? known
        : areas.computeIfAbsent(
            name,
            n ->
                new Area(
                    n,
                    settings.of(n),
                    surroundings.clock(),
                    surroundings.timer(),
                    surroundings.events()));
  }
}
