package br.com.kobana.mcp.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Plain requests of tests. */
public final class Http {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Http() {}

  /** Status and body. */
  public record Reply(int status, String body) {}

  /** The body of a GET. */
  public static String get(String url) {
    return reply(url).body();
  }

  /** What a GET brings. */
  public static Reply reply(String url) {
    try {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.ofString());
      return new Reply(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
