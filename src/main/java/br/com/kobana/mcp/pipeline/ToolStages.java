package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import org.apache.camel.Exchange;

/** {@code tools/list} and both ends of {@code tools/call}. */
final class ToolStages {
  private final ToolsList list;
  private final ToolCalls calls;
  private final Identity identity;

  ToolStages(ToolsList list, ToolCalls calls, Identity identity) {
    this.list = list;
    this.calls = calls;
    this.identity = identity;
  }

  void list(Call call, Exchange exchange) {
    exchange.getMessage().setBody(list.list(call.caller(), call.view(), call.params()));
  }

  /** Leaves an UpstreamRequest to send, or the Result where nothing is to be sent. */
  void prepare(Call call, Exchange exchange) {
    ToolCalls.Prepared prepared = calls.prepare(call.caller(), call.view(), call.params());
    if (prepared instanceof ToolCalls.Prepared.Send send) {
      exchange.setProperty(Properties.PLAN, send.plan());
      exchange.setProperty(Properties.UPSTREAM, true);
      exchange.getMessage().setBody(send.request());
    } else if (prepared instanceof ToolCalls.Prepared.Done done) {
      exchange.setProperty(Properties.UPSTREAM, false);
      exchange.getMessage().setBody(done.result());
    }
  }

  void conclude(Call call, Exchange exchange) {
    ToolCalls.Plan plan = exchange.getProperty(Properties.PLAN, ToolCalls.Plan.class);
    Object outcome = exchange.getMessage().getBody();
    if (outcome instanceof UpstreamResponse answer) {
      if (answer.status() == 401) {
        identity.forget(call.caller());
      }
      exchange.getMessage().setBody(calls.conclude(plan, answer));
    } else if (outcome instanceof UpstreamFailure failure) {
      exchange.getMessage().setBody(calls.conclude(plan, failure));
    } else {
      throw new IllegalStateException("kobana: left neither an answer nor a failure");
    }
  }
}
