package br.com.kobana.mcp.settings;

import java.time.Duration;
import java.util.Map;

/**
 * How trouble at the API is dealt with, by area of it.
 *
 * @param callBudget from the arrival of a message to the end of its calls, repetitions included
 * @param defaults of areas without settings of their own
 * @param own by the name of the area, such as {@code payment}
 */
public record ResilienceSettings(Duration callBudget, Area defaults, Map<String, Area> own) {

  public ResilienceSettings {
    own = Map.copyOf(own);
  }

  /**
   * One area.
   *
   * @param responseTimeout of one attempt, connecting included
   * @param attempts of one call, the first included
   * @param backoff before the second attempt; doubles with each, less a random half
   * @param maxConcurrent calls under way at once
   * @param maxWait for one of them to end
   */
  public record Area(
      Duration responseTimeout,
      int attempts,
      Duration backoff,
      int maxConcurrent,
      Duration maxWait,
      Breaker breaker) {}

  /**
   * When an area is not called any more, and when again.
   *
   * @param window whose calls are judged, whole seconds
   * @param minimumCalls fewer are not judged
   * @param failurePercent from which on it is not called
   * @param open for how long
   * @param trialCalls that then must show that it works
   */
  public record Breaker(
      Duration window, int minimumCalls, int failurePercent, Duration open, int trialCalls) {}

  /** Those of an area. */
  public Area of(String area) {
    Area found = own.get(area);
    return found == null ? defaults : found;
  }
}
