package br.com.kobana.mcp.http;

import static br.com.kobana.mcp.testing.RawConnection.head;
import static br.com.kobana.mcp.testing.RawConnection.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.testing.RawConnection;
import br.com.kobana.mcp.testing.RawConnection.Answer;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What bytes on a socket can do to the gateway that no HTTP client would send. */
class RawSocketTest {
  private static final String TOKEN = "Authorization: Bearer sandbox-bench";
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final String TOOLS = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
  private static final String READ =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"banking_charge_bank_billet_get\",\"arguments\":{\"id\":\"1\"}}}";
  private static RunningGateway gateway;
  private boolean slowed;

  @BeforeAll
  static void start() {
    gateway =
        RunningGateway.start(
            Map.of(
                "mcp.max-in-flight", "4",
                "mcp.idle-timeout-s", "1",
                "mcp.request-timeout-ms", "1500",
                "mcp.rate-limit.address-per-minute", "100000"));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** Whatever a test did: nothing of it stays, and the gateway serves. */
  @AfterEach
  void nothingIsLeft() throws IOException {
    if (slowed) {
      gateway.sandbox("DELETE", "/sandbox/faults", "");
      slowed = false;
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              assertThat(gateway.parts().inFlight()).isZero();
              assertThat(gateway.parts().camel().getInflightRepository().size()).isZero();
            });
    try (RawConnection connection = open().send(post(PING, TOKEN))) {
      assertThat(connection.answer().status()).isEqualTo(200);
    }
  }

  private static RawConnection open() throws IOException {
    return new RawConnection(gateway.port());
  }

  private static List<Integer> statuses(List<Answer> answers) {
    return answers.stream().map(Answer::status).toList();
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(
          post(READ.replace("\"id\":1,", "\"id\":71,"), TOKEN)
              + post(PING, "X: 1")
              + post(PING.replace("\"id\":1,", "\"id\":72,"), TOKEN));
      assertThat(connection.answer().body()).contains("\"id\":71");
      assertThat(connection.answer().status()).isEqualTo(401);
      assertThat(connection.answer().body()).contains("\"id\":72");
    }
  }

  @Test
  void nothingInOrAfterABodyThatWasNotReadIsARequest() throws IOException {
    String smuggled = post(PING, TOKEN).repeat(800);
    try (RawConnection connection = open()) {
      connection.send(post(smuggled) + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(401);
    }
  }

  @Test
  void nothingAfterAnAnnouncedBodyThatIsTooLargeIsARequest() throws IOException {
    String tooLarge =
        head(
            "POST /mcp HTTP/1.1",
            "Host: localhost",
            TOKEN,
            "Content-Type: application/json",
            "Content-Length: 5000000");
    try (RawConnection connection = open()) {
      connection.send(tooLarge + post(PING, TOKEN));
      List<Answer> answers = connection.answersUntilClosed();
      assertThat(statuses(answers)).containsExactly(413);
      assertThat(answers.get(0).header("connection")).contains("close");
    }
  }

  @Test
  void aClientThatIsStillSendingSeesItsRefusal() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(post("x".repeat(3_000_000)));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 40|Transfer-Encoding: chunked",
        "Content-Length: 40|Content-Length: 40",
        "Content-Length: 40|Content-Length: 5",
        "Content-Length: 40, 40",
        "Content-Length: +40",
        "Content-Length: -1",
        "Content-Length: 0x28",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: chunked|Transfer-Encoding: identity",
        "Transfer-Encoding : chunked",
        "Content-Length : 40",
        "Content-Length\t: 40",
        "Content-Length:",
        "Content-Length: 4 0",
        "Content-Length: 4_0",
        "Content-Length: 40.0",
        "Content-Length: 4\r\n 0",
        "Content-Length: 40|Content-Length:\r\n 40",
        "Content-Length: 40|Transfer-Encoding:\r\n chunked",
        "Content-Length: 40|Transfer-Encoding: identity",
        "Transfer-Encoding: cow|Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked|transfer-encoding: cow",
        "Transfer-Encoding: \u000bchunked",
        "Transfer-Encoding: chunked\u0000",
        "Transfer-Encoding: chunked,",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding:"
      })
  void aBodyWhoseEndIsNotClearIsRefusedAndEndsTheConnection(String framing) throws IOException {
    String request =
        head(
            "POST /mcp HTTP/1.1",
            "Host: localhost",
            TOKEN,
            "Content-Type: application/json",
            String.join("\r\n", framing.split("\\|")));
    try (RawConnection connection = open()) {
      connection.send(request + "28\r\n" + PING + "\r\n0\r\n\r\n" + post(PING, TOKEN));
      List<Answer> answers = connection.answersUntilClosed();
      assertThat(statuses(answers)).isNotEmpty().allMatch(s -> s == 400);
    }
  }

  /** Whoever passes such a coding on takes what follows for a body, not for a request. */
  @ParameterizedTest
  @ValueSource(strings = {"cow", "identity", "\"chunked\"", ""})
  void aRequestInThePlaceOfABodyOfAnUnknownCodingIsNotServed(String coding) throws IOException {
    String request =
        head("POST /mcp HTTP/1.1", "Host: localhost", TOKEN, "Transfer-Encoding: " + coding);
    try (RawConnection connection = open()) {
      connection.send(request + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  @Test
  void chunksAreNotForAnOlderHttp() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(
          chunked("28\r\n" + PING + "\r\n0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0")
              + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  /** A continued line belongs to its header (RFC 9112 §5.2): it neither frames nor hides a body. */
  @Test
  void aFoldedLineIsNoHeaderOfItsOwn() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(
          post(PING, TOKEN, "X: 1\r\n Transfer-Encoding: chunked")
              + post(PING.replace("\"id\":1,", "\"id\":72,"), TOKEN));
      assertThat(connection.answer().body()).contains("\"id\":1,");
      assertThat(connection.answer().body()).contains("\"id\":72");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " Host: localhost",
        "no colon",
        "X(: 1",
        "X\u0001: 1",
        "X: a\u0000b",
        "X: a\rTransfer-Encoding: chunked"
      })
  void aHeadWithALineThatIsNoHeaderIsRefusedAndEndsTheConnection(String line) throws IOException {
    String request = post(PING, TOKEN).replace("HTTP/1.1\r\n", "HTTP/1.1\r\n" + line + "\r\n");
    try (RawConnection connection = open()) {
      connection.send(request + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r"})
  void aHalfLineEndIsNone(String end) throws IOException {
    String request = post(PING, TOKEN).replace("\r\n", end);
    try (RawConnection connection = open()) {
      connection.send(request + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Host: localhost,403",
    "Host: evil,403",
    "Authorization: Bearer sandbox-bench,400",
    "Authorization: Bearer sandbox-read,400",
    "Content-Type: application/json,415",
    "Content-Type: text/plain,415"
  })
  void aHeaderThatCountsOnceIsNotTakenTwice(String second, int status) throws IOException {
    try (RawConnection connection = open().send(post(PING, TOKEN, second))) {
      assertThat(connection.answer().status()).isEqualTo(status);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\nabc",
        "-5\r\nabc",
        "+3\r\nabc",
        "0x3\r\nabc",
        "ffffffffff\r\nabc",
        "3\r\nabcXX",
        "3\nabc",
        "3;x\nabc"
      })
  void brokenChunksAreA400(String chunks) throws IOException {
    try (RawConnection connection = open()) {
      connection.send(chunked(chunks) + "\r\n0\r\n\r\n" + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  @Test
  void brokenChunksBehindAnotherRequestEndTheConnection() throws IOException {
    slow("GET /v1/bank_billets", 300);
    try (RawConnection connection = open()) {
      connection.send(post(READ, TOKEN) + chunked("zz\r\nabc\r\n0\r\n\r\n"));
      assertThat(statuses(connection.answersUntilClosed())).doesNotContain(200, 500);
    }
  }

  private static String chunked(String chunks) {
    return head(
            "POST /mcp HTTP/1.1",
            "Host: localhost",
            TOKEN,
            "Content-Type: application/json",
            "Transfer-Encoding: chunked")
        + chunks;
  }

  @Test
  void theTrailerOfABodyIsNotATokenOfTheCaller() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(
          chunked("28\r\n" + PING + "\r\n0\r\n" + TOKEN + "\r\n\r\n")
              .replace(TOKEN + "\r\nC", "C"));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(401);
    }
  }

  @Test
  void aHeadThatComesByteByByteIsCutOff() throws IOException {
    try (RawConnection connection = open().send("POST /mcp HTTP/1.1\r\nX: ")) {
      int sent = 0;
      while (!connection.isClosedWithin(100)) {
        assertThat(sent++).isLessThan(100);
        connection.send("a");
      }
    }
  }

  @Test
  void aConnectionThatIsUsedStaysOpenAndAnIdleOneDoesNot() throws IOException {
    try (RawConnection connection = open()) {
      for (int i = 0; i < 3; i++) {
        assertThat(connection.isClosedWithin(500)).isFalse();
        assertThat(connection.send(post(PING, TOKEN)).answer().status()).isEqualTo(200);
      }
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void anAnswerThatTakesLongerThanTheIdleTimeoutArrives() throws IOException {
    slow("GET /v1/bank_billets", 1150);
    try (RawConnection connection = open().send(post(READ, TOKEN))) {
      assertThat(connection.answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 100", "Content-Length: 100000", "Transfer-Encoding: chunked"})
  void aBodyThatNeverComesIsA408(String framing) throws IOException {
    try (RawConnection connection = open().send(unfinished(framing, TOKEN))) {
      assertThat(connection.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void aBodyThatComesByteByByteIsA408() throws IOException {
    try (RawConnection connection = open().send(unfinished("Content-Length: 1000", TOKEN))) {
      int sent = 0;
      while (!connection.saysSomethingWithin(100)) {
        assertThat(sent++).isLessThan(100);
        connection.send(" ");
      }
      assertThat(connection.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void bodiesThatNeverComeHoldNothingWithoutAToken() throws IOException {
    List<RawConnection> slow = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      slow.add(open().send(unfinished("Content-Length: 100", "X: 1")));
    }
    try (RawConnection good = open().send(post(PING, TOKEN))) {
      assertThat(good.answer().status()).isEqualTo(200);
    }
    for (RawConnection connection : slow) {
      assertThat(connection.answer().status()).isEqualTo(401);
      connection.close();
    }
  }

  private static String unfinished(String framing, String header) {
    return head(
            "POST /mcp HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            header,
            framing)
        + (framing.startsWith("T") ? "1\r\n{\r\n" : "{");
  }

  @Test
  void whoPipelinesWithoutReadingGetsEveryAnswerLater() throws IOException {
    try (RawConnection connection = open().send(post(TOOLS, TOKEN).repeat(20))) {
      for (int i = 0; i < 20; i++) {
        assertThat(connection.answer().body()).endsWith("}");
      }
    }
  }

  @Test
  void whoPipelinesWithoutEndIsClosed() throws IOException {
    try (RawConnection connection = open().send(post(TOOLS, TOKEN).repeat(2000))) {
      int answers = 0;
      try {
        while (!connection.isClosed()) {
          connection.answer();
          answers++;
        }
      } catch (IOException e) {
        // Closed in the middle of an answer.
        assertThat(answers).isLessThanOrEqualTo(PipelineLimit.MOST);
      }
      assertThat(answers).isLessThanOrEqualTo(PipelineLimit.MOST);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST /mcp HT", "POST /mcp HTTP/1.1\r\nHost: loc", "\u0016\u0003\u0001"})
  void leavingInTheMiddleOfAHeadLeavesNothing(String start) throws IOException {
    open().send(start).close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 100", "Content-Length: 100000", "Transfer-Encoding: chunked"})
  void leavingInTheMiddleOfABodyLeavesNothing(String framing) throws IOException {
    open().send(unfinished(framing, TOKEN)).close();
  }

  @Test
  void leavingWhileTheTokenIsCheckedAndTheBodyWaitsLeavesNothing() throws IOException {
    slow("GET /v2/me", 300);
    RawConnection connection =
        open().send(unfinished("Content-Length: 100000", "Authorization: Bearer sandbox-charge"));
    await().until(() -> gateway.parts().inFlight() == 1);
    connection.close();
  }

  @Test
  void leavingBeforeALargeAnswerIsReadLeavesNothing() throws IOException {
    open().send(post(TOOLS, TOKEN)).close();
  }

  @Test
  void oneRequestTooManyInFlightIsA503AndTheNextIsServedAgain() throws IOException {
    slow("GET /v1/bank_billets", 700);
    List<RawConnection> busy = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      busy.add(open().send(post(READ, TOKEN)));
    }
    await().until(() -> gateway.parts().inFlight() == 4);
    try (RawConnection more = open().send(post(PING, TOKEN))) {
      Answer answer = more.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("retry-after")).contains("1");
    }
    for (RawConnection connection : busy) {
      assertThat(connection.answer().status()).isEqualTo(200);
      connection.close();
    }
  }

  @Test
  void aSuspendedRouteIsA503() throws Exception {
    gateway.parts().camel().getRouteController().suspendRoute("mcp");
    try (RawConnection connection = open().send(post(PING, TOKEN))) {
      Answer answer = connection.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("retry-after")).contains("1");
    } finally {
      gateway.parts().camel().getRouteController().resumeRoute("mcp");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "localhost|200",
        "LOCALHOST:1|200",
        "[::1]|200",
        "[::1]:8080|200",
        "127.0.0.1:65535|200",
        "none|403",
        "''|403",
        "localhost.|403",
        "localhost:|403",
        "localhost:80:80|403",
        "localhost:+1|403",
        "user@localhost|403",
        "localhost, evil|403",
        "evil|403",
        "[::1|403",
        "127.1|403"
      })
  void onlyTheHostsOfTheGatewayAreServed(String host, int status) throws IOException {
    String line = host == null ? "X: 1" : "Host: " + host;
    try (RawConnection connection = open()) {
      connection.send(post(PING, TOKEN).replace("Host: localhost", line));
      assertThat(connection.answer().status()).isEqualTo(status);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/mcp,200",
    "/mcp/,200",
    "/mcp?a=b,200",
    "http://localhost/mcp,200",
    "http://evil/mcp,403",
    "http:///mcp,403",
    "//mcp,404",
    "/mcp;x,404",
    "/%6dcp,404",
    "/mcp%2f,404",
    "/mcp//,404",
    "/x/../mcp,404",
    "/MCP,404",
    "mcp,404",
    "*,404"
  })
  void onlyTheExactPathIsTheEndpoint(String target, int status) throws IOException {
    try (RawConnection connection = open()) {
      connection.send(post(PING, TOKEN).replace("POST /mcp ", "POST " + target + " "));
      assertThat(connection.answer().status()).isEqualTo(status);
    }
  }

  @Test
  void headTellsTheLengthThatGetWouldHave() throws IOException {
    String get = head("GET /.well-known/oauth-protected-resource HTTP/1.1", "Host: localhost");
    try (RawConnection connection = open()) {
      Answer whole = connection.send(get).answer();
      Answer head = connection.send(get.replace("GET", "HEAD")).answerToHead();
      assertThat(head.header("content-length")).isEqualTo(whole.header("content-length"));
      assertThat(connection.send(post(PING, TOKEN)).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void anOldClientIsNotTold100Continue() throws IOException {
    String request = post(PING, TOKEN, "Expect: 100-continue").replace("HTTP/1.1", "HTTP/1.0");
    try (RawConnection connection = open().send(request)) {
      assertThat(connection.line()).endsWith(" 200 OK");
    }
  }

  @ParameterizedTest
  @CsvSource({"X-Long,20000,431", "X-Fine,1000,200"})
  void headersHaveALimit(String name, int length, int status) throws IOException {
    try (RawConnection connection = open()) {
      connection.send(post(PING, TOKEN, name + ": " + "a".repeat(length)));
      assertThat(connection.answer().status()).isEqualTo(status);
    }
  }

  @Test
  void manySmallHeadersAreALargeHead() throws IOException {
    String[] headers = new String[5000];
    Arrays.setAll(headers, i -> "X-" + i + ": 1");
    try (RawConnection connection = open().send(post(PING, headers))) {
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(431);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"28;…\r\n{}\r\n0\r\n\r\n", "28\r\n{}\r\n0\r\nX: …\r\n\r\n"})
  void whatStandsBesideChunksHasALimit(String chunks) throws IOException {
    String much = chunks.replace("{}", PING).replace("…", "a".repeat(30_000));
    try (RawConnection connection = open().send(chunked(much))) {
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(400);
    }
  }

  /** HTTP/2 is not spoken: its preface, which names no host, is the end of the connection. */
  @ParameterizedTest
  @ValueSource(strings = {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "POST /mcp HTTP/2.0\r\n\r\n"})
  void anotherHttpIsNotSpoken(String preface) throws IOException {
    try (RawConnection connection = open()) {
      connection.send(preface + post(PING, TOKEN));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(501);
    }
  }

  @Test
  void anUpgradeToHttp2IsNotTaken() throws IOException {
    String upgrade =
        post(
            PING,
            TOKEN,
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA");
    try (RawConnection connection = open().send(upgrade)) {
      assertThat(connection.line()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void theRequestLineHasALimit() throws IOException {
    try (RawConnection connection = open()) {
      connection.send(post(PING, TOKEN).replace("/mcp", "/mcp?" + "a".repeat(5000)));
      assertThat(statuses(connection.answersUntilClosed())).containsExactly(414);
    }
  }

  private void slow(String match, int millis) {
    slowed = true;
    gateway.sandbox(
        "PUT",
        "/sandbox/faults",
        "[{\"match\":\"%s\",\"kind\":\"delay\",\"ms\":%d}]".formatted(match, millis));
  }
}
