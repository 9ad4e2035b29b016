package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No answer holds what was in a path, a query or a header, and the one page is locked down. */
class NothingIsReflectedTest {
  private static final String MARK = "zq7mark";

  private static String exchange(String requestLine, String... headers) throws IOException {
    RunningGateway gateway = RunningGateway.shared();
    gateway.resetCounters();
    StringBuilder request = new StringBuilder(requestLine).append("\r\n");
    if (List.of(headers).stream().noneMatch(h -> h.startsWith("Host:"))) {
      request.append("Host: localhost:").append(gateway.port()).append("\r\n");
    }
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    request.append("Connection: close\r\n\r\n");
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/<script>" + MARK + "</script>",
        "/" + MARK,
        "/mcp/" + MARK,
        "/%3Cscript%3E" + MARK,
        "/?q=" + MARK,
        "/mcp?" + MARK + "=" + MARK,
        "/.well-known/" + MARK,
        "/.well-known/oauth-protected-resource?x=" + MARK,
        "/.well-known/oauth-protected-resource/" + MARK,
        "/.well-known/oauth-authorization-server?x=" + MARK,
        "/.well-known/oauth-authorization-server/" + MARK,
        "//" + MARK + ".example.com/",
        "/..%2f" + MARK
      })
  void aPathComesBackNowhere(String path) throws IOException {
    for (String token : List.of("X-None: 1", "Authorization: Bearer sandbox-full")) {
      String answer = exchange("GET " + path + " HTTP/1.1", token, "Accept: text/html");
      assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain(MARK);
      assertThat(exchange("POST " + path + " HTTP/1.1", token, "Content-Length: 0"))
          .startsWith("HTTP/1.1 ")
          .doesNotContain(MARK);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: " + MARK + ".example.com",
        "Origin: http://" + MARK + ".example.com",
        "Authorization: Bearer " + MARK,
        "Authorization: " + MARK,
        "Accept: text/" + MARK,
        "Content-Type: text/" + MARK,
        "MCP-Protocol-Version: " + MARK,
        "X-Account-Uid: " + MARK,
        "X-Forwarded-Host: " + MARK,
        "Forwarded: host=" + MARK,
        "Referer: http://" + MARK
      })
  void aHeaderComesBackNowhere(String header) throws IOException {
    for (String path : List.of("/", "/mcp", "/.well-known/oauth-protected-resource", "/none")) {
      assertThat(exchange("GET " + path + " HTTP/1.1", header))
          .startsWith("HTTP/1.1 ")
          .doesNotContain(MARK);
    }
  }

  @Test
  void thePageRunsNothingAndCannotBeFramed() throws IOException {
    String answer =
        exchange("GET / HTTP/1.1", "Authorization: Bearer sandbox-full", "Accept: text/html");
    String head = answer.substring(0, answer.indexOf("\r\n\r\n")).toLowerCase(Locale.ROOT);
    assertThat(head)
        .contains("content-type: text/html; charset=utf-8")
        .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
        .doesNotContain("unsafe-inline")
        .contains("x-content-type-options: nosniff")
        .contains("x-frame-options: deny")
        .contains("referrer-policy: no-referrer")
        .contains("cache-control: no-store");
    assertThat(answer).doesNotContain("<script", "sandbox-full");
  }

  @Test
  void everyOtherAnswerIsNoPage() throws IOException {
    for (String path : List.of("/none", "/mcp", "/", "/.well-known/none")) {
      assertThat(
              exchange("GET " + path + " HTTP/1.1", "Accept: text/html").toLowerCase(Locale.ROOT))
          .doesNotContain("text/html");
    }
  }
}
