package br.com.kobana.mcp.guard;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.settings.GuardSettings;
import br.com.kobana.mcp.settings.GuardSettings.Hours;
import br.com.kobana.mcp.settings.GuardSettings.Layer;
import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.throttle.SpendLedger;
import br.com.kobana.mcp.throttle.SpendLedger.Spending;
import br.com.kobana.mcp.throttle.SpendLedger.Standing;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Holds back calls that would spend more than is allowed, to somebody or at a time that is not, and
 * tools that may never be called (docs/safe-writes.md). Every layer of the settings that applies
 * must agree, so that a narrower one only tightens; what cannot be told is held back. Thread-safe.
 */
public final class Guards {
  private static final ZoneId BRASILIA = ZoneId.of("America/Sao_Paulo");
  private final GuardSettings settings;
  private final SpendLedger ledger;
  private final InstantSource clock;

  /** What comes of a look at a call. */
  public sealed interface Verdict {
    /** It is held back; nothing is sent, and this is the answer. */
    record Held(Result result) implements Verdict {}

    /**
     * It may go on.
     *
     * @param taken the amount that was taken for it, which is given back if nothing is sent
     */
    record Free(Optional<Spending> taken) implements Verdict {}
  }

  /**
   * @throws WrongSetting for a tool that the catalogue has not, or that spends nothing
   */
  public Guards(GuardSettings settings, Catalog catalog, SpendLedger ledger, InstantSource clock) {
    this.settings = settings;
    this.ledger = ledger;
    this.clock = clock;
    new GuardNames(catalog).check(settings);
  }

  /**
   * The call as guards look at it; empty where none applies.
   *
   * @param arguments validated
   */
  public Optional<GuardedCall> of(Tool tool, Caller caller, JsonNode arguments) {
    List<Layer> layers = new ArrayList<>(3);
    for (Layer layer :
        new Layer[] {
          settings.general(),
          settings.accounts().get(caller.accountUid()),
          settings.tools().get(tool.name())
        }) {
      if (layer != null
          && (layer.never().contains(tool.name()) || (layer.isOn() && tool.spend().isPresent()))) {
        layers.add(layer);
      }
    }
    return layers.isEmpty()
        ? Optional.empty()
        : Optional.of(new GuardedCall(tool, caller, layers, arguments, Optional.empty()));
  }

  /** Looks, and takes nothing: before the record was read, only at what needs no record. */
  public CompletionStage<Verdict> look(GuardedCall call, UpstreamRequest request) {
    return decide(call, request, call.needsRecord(), ledger::look)
        .thenApply(
            verdict ->
                verdict instanceof Verdict.Free ? new Verdict.Free(Optional.empty()) : verdict);
  }

  /** Looks once more, just before the request is sent, and takes its amount. */
  public CompletionStage<Verdict> take(GuardedCall call, UpstreamRequest request) {
    return decide(call, request, false, ledger::take);
  }

  /** Nothing was sent. Never fails: what cannot be given back stays counted. */
  public CompletionStage<?> giveBack(Spending taken) {
    return ledger.giveBack(taken).handle((done, failure) -> taken);
  }

  private CompletionStage<Verdict> decide(
      GuardedCall call,
      UpstreamRequest request,
      boolean factsLater,
      Function<Spending, CompletionStage<Standing>> step) {
    Optional<Result> held = byItself(call);
    if (held.isEmpty() && call.asksForFacts() && call.tool().spend().isPresent() && !factsLater) {
      Facts facts = call.facts();
      held = byFacts(call, facts);
      if (held.isEmpty() && call.isCounted()) {
        return bySums(call, call.spending(request, centavos(facts)), step);
      }
    }
    return CompletableFuture.completedFuture(
        held.<Verdict>map(Verdict.Held::new).orElseGet(() -> new Verdict.Free(Optional.empty())));
  }

  /** What needs neither amount nor payee. */
  private Optional<Result> byItself(GuardedCall call) {
    for (Layer layer : call.layers()) {
      if (layer.never().contains(call.tool().name())) {
        return Optional.of(
            Refused.by(
                layer.prefix() + "never", call.tool().name(), "this tool may not be called here."));
      }
      Optional<Hours> hours = layer.hours().filter(h -> call.tool().spend().isPresent());
      LocalTime now = LocalTime.ofInstant(clock.instant(), BRASILIA);
      if (hours.isPresent() && !hours.get().hold(now)) {
        return Optional.of(
            Refused.by(
                layer.prefix() + "hours",
                hours.get().text() + ", Brasília",
                "it is " + now.truncatedTo(ChronoUnit.MINUTES) + " there."));
      }
    }
    return Optional.empty();
  }

  private static Optional<Result> byFacts(GuardedCall call, Facts facts) {
    for (Layer layer : call.layers()) {
      Optional<Result> held =
          byAmount(layer, "call-amount", layer.call(), facts).or(() -> byPayees(layer, facts));
      if (held.isPresent()) {
        return held;
      }
      if (call.isCounted()) {
        held =
            byAmount(layer, "hour-amount", layer.hour(), facts)
                .or(() -> byAmount(layer, "day-amount", layer.day(), facts));
        if (held.isPresent()) {
          return held;
        }
      }
    }
    return Optional.empty();
  }

  /** One call alone must not be above any of the limits. */
  private static Optional<Result> byAmount(
      Layer layer, String name, OptionalLong limit, Facts facts) {
    if (limit.isEmpty()) {
      return Optional.empty();
    }
    Optional<BigDecimal> amount = facts.amount();
    String value = Refused.brl(limit.getAsLong());
    if (amount.isEmpty()) {
      return Optional.of(
          Refused.by(
              layer.prefix() + name,
              value,
              "the amount of this call cannot be told, because " + facts.missing() + "."));
    }
    return amount.get().compareTo(BigDecimal.valueOf(limit.getAsLong(), 2)) > 0
        ? Optional.of(
            Refused.by(
                layer.prefix() + name,
                value,
                "this call is about " + Refused.brl(amount.get()) + "."))
        : Optional.empty();
  }

  /** The list is not repeated: it holds documents and keys of others. */
  private static Optional<Result> byPayees(Layer layer, Facts facts) {
    if (layer.payees().isEmpty()) {
      return Optional.empty();
    }
    Set<String> allowed = layer.payees().get();
    String value = allowed.size() + " payees";
    if (facts.payees().isEmpty()) {
      return Optional.of(
          Refused.by(
              layer.prefix() + "payees",
              value,
              "where the money would go cannot be told, because " + facts.missing() + "."));
    }
    return allowed.containsAll(facts.payees().get())
        ? Optional.empty()
        : Optional.of(
            Refused.by(
                layer.prefix() + "payees",
                value,
                "the Pix key, code or account that the money would go to is not among them."));
  }

  private CompletionStage<Verdict> bySums(
      GuardedCall call, Spending spending, Function<Spending, CompletionStage<Standing>> step) {
    BiFunction<Standing, Throwable, Verdict> verdict =
        (standing, failure) ->
            standing == null || failure != null
                ? new Verdict.Held(unchecked(call))
                : standing.fit() == SpendLedger.Fit.FITS
                    ? new Verdict.Free(Optional.of(spending))
                    : new Verdict.Held(full(call, spending, standing));
    return step.apply(spending).handle(verdict);
  }

  private static Result full(GuardedCall call, Spending spending, Standing standing) {
    boolean hour = standing.fit() == SpendLedger.Fit.HOUR_FULL;
    Layer layer = call.lowest(hour ? Layer::hour : Layer::day).orElseThrow();
    long limit = (hour ? layer.hour() : layer.day()).orElseThrow();
    return Refused.by(
        layer.prefix() + (hour ? "hour-amount" : "day-amount"),
        Refused.brl(limit),
        Refused.brl(hour ? standing.hour() : standing.day())
            + (hour ? " of this hour" : " of this day")
            + " are spent or may have been, and this call is about "
            + Refused.brl(spending.centavos())
            + ".");
  }

  private static Result unchecked(GuardedCall call) {
    Layer layer = call.lowest(Layer::hour).or(() -> call.lowest(Layer::day)).orElseThrow();
    boolean hour = layer.hour().isPresent();
    return Refused.by(
        layer.prefix() + (hour ? "hour-amount" : "day-amount"),
        Refused.brl((hour ? layer.hour() : layer.day()).orElseThrow()),
        "what was spent cannot be read now; try again later.");
  }

  /** A fraction of a centavo counts as one. */
  private static long centavos(Facts facts) {
    return facts
        .amount()
        .orElseThrow()
        .movePointRight(2)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
