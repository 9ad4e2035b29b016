package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.observe.Observation.Cache;
import br.com.kobana.mcp.observe.Observation.Consent;
import br.com.kobana.mcp.observe.Observation.Outcome;
import br.com.kobana.mcp.protocol.Rung;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** What operators see of requests, for consoles: counts since the start, by name. */
public final class FigureBoard {
  private final RequestMeters meters;
  private final ClientsSeen clients;

  public FigureBoard(RequestMeters meters, ClientsSeen clients) {
    this.meters = meters;
    this.clients = clients;
  }

  public Figures requests() {
    return new Figures(
        "Requests since the start, by what became of them",
        () -> counts(Outcome.values(), meters::ended));
  }

  public Figures refusals() {
    return new Figures(
        "Messages refused since the start, by the rung of the ladder",
        () -> counts(Rung.values(), meters::refused));
  }

  public Figures confirmations() {
    return new Figures(
        "Questions to a person since the start, and what became of them",
        () -> counts(Consent.values(), meters::confirmed));
  }

  public Figures eras() {
    return new Figures(
        "Requests since the start, by the version of MCP they were spoken in", clients::versions);
  }

  public Figures clients() {
    return new Figures(
        "Requests by what clients call themselves: the "
            + ClientsSeen.SHOWN
            + " most frequent, unverified",
        clients::clients);
  }

  /**
   * @param kept how many entries the memory holds
   */
  public Figures identities(java.util.function.LongSupplier kept) {
    return new Figures(
        "The memory of whose a token is",
        () -> {
          Map<String, Object> figures = new LinkedHashMap<>();
          figures.put("kept", kept.getAsLong());
          figures.put("hits", meters.found(Cache.IDENTITY));
          figures.put("misses", meters.missed(Cache.IDENTITY));
          return figures;
        });
  }

  private static <E extends Enum<E>> Map<String, Object> counts(E[] each, Function<E, Long> count) {
    Map<String, Object> figures = new LinkedHashMap<>();
    Stream.of(each).forEach(e -> figures.put(RequestMeters.word(e), count.apply(e)));
    return figures;
  }
}
