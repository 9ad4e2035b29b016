package br.com.kobana.mcp;

import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.Patience;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts calls to the API that brought no answer of the API's own, one after the other. */
final class ApiWatch implements KobanaApi {
  /** What a proxy in front answers when nothing is behind it. */
  private static final Set<Integer> AWAY = Set.of(502, 503, 504);

  private final KobanaApi api;
  private final AtomicLong failedInARow = new AtomicLong();

  ApiWatch(KobanaApi api) {
    this.api = api;
  }

  long failedInARow() {
    return failedInARow.get();
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience) {
    return api.send(request, patience).whenComplete(this::seen);
  }

  private void seen(@Nullable UpstreamResponse answer, @Nullable Throwable failure) {
    if (answer != null && !AWAY.contains(answer.status())) {
      failedInARow.set(0);
    } else if (!isOurs(failure)) {
      failedInARow.incrementAndGet();
    }
  }

  /** Called off, or held back for want of room: that says nothing of the API. */
  private static boolean isOurs(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof UpstreamFailure)) {
      cause = cause.getCause();
    }
    return cause instanceof UpstreamFailure known
        && (known.reason() == UpstreamFailure.Reason.CANCELLED
            || known.reason() == UpstreamFailure.Reason.BUSY);
  }
}
