package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.time.Duration;
import org.apache.camel.Exchange;

/** {@code tools/list} and both ends of {@code tools/call}. */
final class ToolStages {
  private final ToolsList list;
  private final ToolCalls calls;
  private final Identity identity;
  private final Duration time;

  /**
   * @param time from the arrival of a message within which further requests of its call may run
   */
  ToolStages(ToolsList list, ToolCalls calls, Identity identity, Duration time) {
    this.time = time;
    this.list = list;
    this.calls = calls;
    this.identity = identity;
  }

  void list(Call call, Exchange exchange) {
    exchange.getMessage().setBody(list.list(call.caller(), call.view(), call.params()));
  }

  /** Leaves an UpstreamRequest to send, or the Result where nothing is to be sent. */
  void prepare(Call call, Exchange exchange) {
    leave(calls.prepare(call.caller(), call.view(), call.params()), exchange);
  }

  private static void leave(ToolCalls.Prepared prepared, Exchange exchange) {
    if (prepared instanceof ToolCalls.Prepared.Send send) {
      exchange.setProperty(Properties.PLAN, send.plan());
      exchange.setProperty(Properties.UPSTREAM, true);
      exchange.getMessage().setBody(send.request());
    } else if (prepared instanceof ToolCalls.Prepared.Done done) {
      exchange.setProperty(Properties.UPSTREAM, false);
      exchange.getMessage().setBody(done.result());
    }
  }

  /** Leaves the Result, or a further request where the call is not over. */
  void conclude(Call call, Exchange exchange) {
    ToolCalls.Plan plan = exchange.getProperty(Properties.PLAN, ToolCalls.Plan.class);
    Object outcome = exchange.getMessage().getBody();
    if (outcome instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      exchange.setProperty(Properties.TIME_LEFT, call.left(time).toMillis());
      leave(calls.proceed(plan, answer), exchange);
    } else if (outcome instanceof UpstreamFailure failure) {
      leave(new ToolCalls.Prepared.Done(calls.conclude(plan, failure)), exchange);
    } else {
      throw new IllegalStateException("kobana: left neither an answer nor a failure");
    }
  }
}
