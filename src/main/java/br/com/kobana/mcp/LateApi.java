package br.com.kobana.mcp;

import br.com.kobana.mcp.upstream.KobanaApi;
import br.com.kobana.mcp.upstream.Patience;
import br.com.kobana.mcp.upstream.UpstreamFailure;
import br.com.kobana.mcp.upstream.UpstreamRequest;
import br.com.kobana.mcp.upstream.UpstreamResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Stands for the API until Camel has been made, which one of the transports needs. */
final class LateApi implements KobanaApi {
  private volatile @Nullable KobanaApi api;

  void set(KobanaApi real) {
    api = real;
  }

  @Override
  public CompletionStage<UpstreamResponse> send(UpstreamRequest request, Patience patience) {
    KobanaApi real = api;
    return real == null
        ? CompletableFuture.failedFuture(new UpstreamFailure(UpstreamFailure.Reason.CONNECT, false))
        : real.send(request, patience);
  }
}
