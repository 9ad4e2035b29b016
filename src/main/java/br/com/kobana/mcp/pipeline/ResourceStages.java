package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.Result;
import br.com.kobana.mcp.resources.Outcome;
import br.com.kobana.mcp.resources.ResourceLists;
import br.com.kobana.mcp.resources.ResourceReads;
import br.com.kobana.mcp.resources.ResourceTemplates;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/** The resource methods; what is fetched in between stands in the routes. */
final class ResourceStages {
  private final ResourceLists lists;
  private final ResourceTemplates templates;
  private final ResourceReads reads;
  private final Identity identity;

  ResourceStages(
      ResourceLists lists, ResourceTemplates templates, ResourceReads reads, Identity identity) {
    this.lists = lists;
    this.templates = templates;
    this.reads = reads;
    this.identity = identity;
  }

  void templates(Call call, Exchange exchange) {
    exchange.getMessage().setBody(templates.list(call.caller(), call.params()));
  }

  void prepareRead(Call call, Exchange exchange) {
    ResourceReads.Plan plan = reads.prepare(call.caller(), call.era(), call.params());
    exchange.setProperty(Properties.PLAN, plan);
    exchange.getMessage().setBody(plan.request());
  }

  void concludeRead(Call call, Exchange exchange) {
    ResourceReads.Plan plan = exchange.getProperty(Properties.PLAN, ResourceReads.Plan.class);
    Object outcome = exchange.getMessage().getBody();
    call.sent(plan.request(), outcome);
    if (outcome instanceof UpstreamFailure failure) {
      throw ResourceReads.unanswered(failure);
    }
    UpstreamResponse answer = (UpstreamResponse) outcome;
    if (answer.status() == 401) {
      identity.forget(call.caller());
    }
    exchange.getMessage().setBody(reads.conclude(plan, call.era(), answer));
  }

  /** Leaves the requests of the page to fetch, or the Result where it is still at hand. */
  void prepareList(Call call, Exchange exchange) {
    Optional<Result> cached = lists.cached(call.caller(), call.params());
    call.observation().cached(Observation.Cache.RESOURCES_LIST, cached.isPresent());
    if (cached.isPresent()) {
      exchange.setProperty(Properties.UPSTREAM, false);
      exchange.getMessage().setBody(cached.get());
      return;
    }
    ResourceLists.Plan plan = lists.prepare(call.caller(), call.params());
    exchange.setProperty(Properties.PLAN, plan);
    exchange.setProperty(Properties.UPSTREAM, !plan.requests().isEmpty());
    exchange.getMessage().setBody(plan.requests());
    if (plan.requests().isEmpty()) {
      exchange.getMessage().setBody(lists.conclude(plan, List.of()));
    }
  }

  void concludeList(Call call, Exchange exchange) {
    ResourceLists.Plan plan = exchange.getProperty(Properties.PLAN, ResourceLists.Plan.class);
    Object[] fetched = exchange.getProperty(Fetched.PROPERTY, new Object[0], Object[].class);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < plan.requests().size(); i++) {
      Object body = i < fetched.length ? fetched[i] : null;
      call.sent(plan.requests().get(i), body);
      outcomes.add(outcome(body));
    }
    if (outcomes.stream()
        .anyMatch(o -> o instanceof Outcome.Answered a && a.response().status() == 401)) {
      identity.forget(call.caller());
    }
    exchange.getMessage().setBody(lists.conclude(plan, outcomes));
  }

  /** What the split did not bring before its time was up has failed. */
  private static Outcome outcome(@Nullable Object fetched) {
    if (fetched instanceof UpstreamResponse response) {
      return new Outcome.Answered(response);
    }
    return new Outcome.Failed(
        fetched instanceof UpstreamFailure failure
            ? failure
            : new UpstreamFailure(UpstreamFailure.Reason.TIMEOUT, true));
  }

  /** Gathers what the parallel calls of a split brought, each at its own place. */
  static final class Fetched implements AggregationStrategy {
    static final String PROPERTY = "fetched";

    @Override
    public Exchange aggregate(@Nullable Exchange all, Exchange one) {
      int at = one.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class);
      Object[] so = all == null ? new Object[0] : all.getProperty(PROPERTY, Object[].class);
      Object[] fetched = Arrays.copyOf(so, Math.max(so.length, at + 1));
      fetched[at] = one.getMessage().getBody();
      Exchange result = all == null ? one : all;
      result.setProperty(PROPERTY, fetched);
      return result;
    }
  }
}
