package br.com.kobana.mcp.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.RunningGateway;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Lists that are rendered once are compressed once, for clients that say they take it. */
class CompressedListTest {
  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":\"list 1\",\"method\":\"tools/list\"}";

  private static final String MODERN =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
          + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

  private static final Map<String, String> STATELESS =
      Map.of("mcp-protocol-version", "2026-07-28", "mcp-method", "tools/list");

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void theListInGzipIsTheSameList() throws Exception {
    byte[] plain = send(LIST, Map.of()).body();
    HttpResponse<byte[]> compressed = send(LIST, Map.of("accept-encoding", "gzip, deflate, br"));
    assertThat(compressed.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(compressed.headers().allValues("vary")).contains("accept-encoding");
    assertThat(unzipped(compressed.body())).isEqualTo(plain);
    assertThat(compressed.body().length).isLessThan(plain.length / 4);
  }

  @Test
  void soItIsInTheStatelessEra() throws Exception {
    byte[] plain = send(MODERN, STATELESS).body();
    Map<String, String> headers = new java.util.HashMap<>(STATELESS);
    headers.put("accept-encoding", "gzip");
    assertThat(unzipped(send(MODERN, headers).body())).isEqualTo(plain);
  }

  @Test
  void whoDoesNotTakeItGetsItPlain() throws Exception {
    HttpResponse<byte[]> plain = send(LIST, Map.of("accept-encoding", "gzip;q=0, br"));
    assertThat(plain.headers().firstValue("content-encoding")).isEmpty();
    assertThat(plain.headers().allValues("vary")).contains("accept-encoding");
    assertThat(plain.body()).startsWith('{');
  }

  @Test
  void whatIsMadeForOneAnswerIsNotCompressed() throws Exception {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    HttpResponse<byte[]> answer = send(ping, Map.of("accept-encoding", "gzip"));
    assertThat(answer.headers().firstValue("content-encoding")).isEmpty();
    assertThat(answer.body()).startsWith('{');
  }

  private HttpResponse<byte[]> send(String body, Map<String, String> headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(RunningGateway.shared().url()))
            .header("authorization", "Bearer sandbox-full")
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    HttpResponse<byte[]> answer =
        http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer;
  }

  private static byte[] unzipped(byte[] gzip) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes();
  }
}
