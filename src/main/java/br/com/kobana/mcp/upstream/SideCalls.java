package br.com.kobana.mcp.upstream;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Calls to the servers beside the Kobana API that the settings name: authorization servers and
 * their keys. No URL comes from a client or from a token.
 */
public interface SideCalls {
  /**
   * @param headers sent as they are; they may hold a secret
   * @param body where the method has one; it may hold a secret
   */
  record Request(String method, URI url, Map<String, String> headers, Optional<byte[]> body) {
    public Request {
      headers = Map.copyOf(headers);
    }

    /** Headers and body may hold secrets. */
    @Override
    public String toString() {
      return method + " " + url;
    }
  }

  /** An answer, whatever its status. */
  record Answer(int status, byte[] body) {
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }

  /**
   * Sends one request. Completes on any thread, exceptionally with an {@link UpstreamFailure} where
   * no answer came in time.
   */
  CompletionStage<Answer> send(Request request);
}
