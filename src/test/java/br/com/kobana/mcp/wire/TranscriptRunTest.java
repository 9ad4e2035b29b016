package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machinery of the transcripts itself: above all, that a wrong answer fails. */
class TranscriptRunTest {
  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,"
          + "\"result\":{\"tools\":[{\"name\":\"a\",\"hint\":true},{\"name\":\"b\",\"hint\":false}],"
          + "\"text\":\"[1.50]\",\"same\":[1.50]}}";

  private static void run(CannedServer server, String transcript) throws IOException {
    new TranscriptRun(
            "canned",
            Transcript.parse("# Why.\n" + transcript),
            Target.bare(server.port()),
            Optional.empty())
        .run();
  }

  private static String listing(String expected) {
    return ">>>\n@legacy 2025-11-25\n\n{}\n\n<<< 200\n\n" + expected + "\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'jsonrpc':'2.0','id':9007199254740993,'result':{'…':'…'}}",
        "{'…':'…'}",
        "{'…':'…','result':{'…':'…','tools':[{'name':'a','hint':true},'…']}}",
        "{'…':'…','result':{'…':'…','tools':['…',{'name':'b','hint':false}]}}",
        "{'…':'…','result':{'…':'…','tools':['«each»',{'name':'«string»','hint':'«boolean»'}]}}",
        "{'…':'…','result':{'…':'…','tools':'«array 2»','nextCursor':'«absent»'}}",
        "{'…':'…','result':{'…':'…','text':'«json of /result/same»'}}",
        "{'…':'…','id':'«integer»','result':{'…':'…','text':'«contains 1.5»'}}",
        "{'…':'…','result':{'…':'…','text':'«~\\\\[.*»'}}",
      })
  void rightAnswerPasses(String expected) throws IOException {
    try (CannedServer server = CannedServer.json(200, LIST)) {
      run(server, listing(expected.replace('\'', '"')));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'jsonrpc':'2.0','id':9007199254740992,'result':{'…':'…'}};$.id",
        "{'jsonrpc':'2.0','id':'9007199254740993','result':{'…':'…'}};$.id",
        "{'jsonrpc':'2.0','result':{'…':'…'}};$.id: not expected",
        "{'…':'…','error':{'…':'…'}};$.error: is missing",
        "{'…':'…','result':{'tools':'«any»'}};$.result.text: not expected",
        "{'…':'…','result':{'…':'…','tools':[{'name':'b','hint':false},'…']}};$.result.tools",
        "{'…':'…','result':{'…':'…','tools':['…',{'name':'a','hint':true}]}};$.result.tools",
        "{'…':'…','result':{'…':'…','tools':['…',{'name':'c','…':'…'},'…']}};$.result.tools",
        "{'…':'…','result':{'…':'…','tools':['«each»',{'name':'a','…':'…'}]}};tools[1].name",
        "{'…':'…','result':{'…':'…','tools':'«array 3»'}};$.result.tools",
        "{'…':'…','result':{'…':'…','text':'«absent»'}};$.result.text",
        "{'…':'…','result':{'…':'…','same':[1.5]}};$.result.same[0]",
        "{'…':'…','result':{'…':'…','text':'«json of /result/tools»'}};$.result.text",
        "{'…':'…','result':{'…':'…','text':'«contains 9»'}};$.result.text",
        "{'…':'…','result':{'…':'…','text':'«lacks 1.5»'}};$.result.text",
        "{'…':'…','result':{'…':'…','text':'«uuid»'}};$.result.text",
        "{'…':'…','result':{'…':'…','text':'«integer»'}};$.result.text",
      })
  void wrongAnswerFailsAndIsNamed(String expected, String where) throws IOException {
    try (CannedServer server = CannedServer.json(200, LIST)) {
      assertThatThrownBy(() -> run(server, listing(expected.replace('\'', '"'))))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(where);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "HTTP/1.1 201 X;status",
        "HTTP/1.1 200 X\\r\\nX-B: 1\\r\\nX-Gone: 1;header X-Gone is there",
        "HTTP/1.1 200 X;header X-B is missing",
        "HTTP/1.1 200 X\\r\\nX-B: 2;header X-B",
        "HTTP/1.1 200 X\\r\\nX-B: 1\\r\\nX-B: 1;header X-B",
        "HTTP/1.1 200 X\\r\\nX-B: 1\\r\\nMcp-Session-Id: 1;Mcp-Session-Id",
        "HTTP/1.1 200 X\\r\\nX-B: 1\\r\\nCamelHttpUri: 1;CamelHttpUri",
      })
  void wrongHeadFails(String head, String where) throws IOException {
    String text = head.replace("\\r\\n", "\r\n") + "\r\nContent-Length: 0\r\n\r\n";
    try (CannedServer server = new CannedServer(text)) {
      assertThatThrownBy(() -> run(server, ">>>\nGET /\n\n<<< 200\nX-B: 1\n!X-Gone\n"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(where);
    }
  }

  @Test
  void unexpectedBodyFails() throws IOException {
    try (CannedServer server = CannedServer.json(202, "{}")) {
      assertThatThrownBy(() -> run(server, ">>>\nPOST /\n\n<<< 202\n"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("body: expected none");
    }
  }

  @Test
  void nullIdFailsWhateverTheTranscriptSays() throws IOException {
    String error =
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"x\"}}";
    try (CannedServer server = CannedServer.json(400, error)) {
      assertThatThrownBy(() -> run(server, ">>>\nPOST /\n\nx\n<<< 400\n\n«any»"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("id is never null");
    }
  }

  @Test
  void headersGoOutExactlyAsWritten() throws IOException {
    try (CannedServer server = CannedServer.json(200, "{}")) {
      run(
          server,
          """
          >>>
          POST /mcp?a=b
          mcp-METHOD:  \t x
          Mcp-Name: a«hex:C3 28»
          Mcp-Name: b

          {"a": 1}

          <<< 200

          {}
          """);
      assertThat(server.received())
          .isEqualTo(
              "POST /mcp?a=b HTTP/1.1\r\nHost: localhost:"
                  + server.port()
                  + "\r\nmcp-METHOD:  \t x\r\nMcp-Name: a\u00c3(\r\nMcp-Name: b\r\n"
                  + "Content-Length: 8\r\n\r\n{\"a\": 1}");
    }
  }

  @Test
  void shorthandHeadersAreReplacedAndTakenAway() throws IOException {
    try (CannedServer server = CannedServer.json(200, "{}")) {
      run(
          server,
          """
          >>>
          @modern tools/call a_b
          !Accept
          authorization: bearer ${token.read}
          Mcp-Method: one
          Mcp-Method: two

          {"_meta":${envelope}}
          <<< 200

          {}
          """);
      assertThat(server.received())
          .startsWith(
              "POST /mcp HTTP/1.1\r\nHost: localhost:"
                  + server.port()
                  + "\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                  + "Mcp-Name: a_b\r\nauthorization: bearer sandbox-read\r\nMcp-Method: one\r\n"
                  + "Mcp-Method: two\r\n")
          .endsWith("\"io.modelcontextprotocol/clientCapabilities\":{}}}");
    }
  }

  @Test
  void bodyIsPaddedAndChunked() throws IOException {
    try (CannedServer server = CannedServer.json(200, "{}")) {
      run(server, ">>>\nPOST /\nTransfer-Encoding: chunked\n\n{}«pad:65540»\n<<< 200\n\n{}");
      assertThat(server.received())
          .doesNotContain("Content-Length")
          .contains("\r\n\r\n10000\r\n{}  ")
          .endsWith("\r\n4\r\n    \r\n0\r\n\r\n");
    }
  }

  @Test
  void chunkedAnswerIsRead() throws IOException {
    String chunked =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n";
    try (CannedServer server = new CannedServer(chunked)) {
      run(server, ">>>\nGET /\n\n<<< 200\n\n{\"a\":1}");
    }
  }

  @Test
  void capturedValueIsUsedLater() throws IOException {
    try (CannedServer server = CannedServer.json(200, "{\"next\":\"abc\",\"all\":[1,{\"x\":2}]}")) {
      run(
          server,
          """
          >>>
          GET /

          <<< 200

          {"next":"«capture:next»","all":"«capture:all»"}
          >>>
          GET /${next}

          <<< 200

          {"next":"abc","all":${all}}
          """);
      assertThat(server.received()).startsWith("GET /abc HTTP/1.1");
    }
  }

  @Test
  void bytesAfterTheAnswerFail() throws IOException {
    try (CannedServer server =
        new CannedServer("HTTP/1.1 405 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\nx")) {
      assertThatThrownBy(() -> run(server, ">>>\nHEAD /\nConnection: close\n\n<<< 405\n"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("bytes after the end");
    }
  }

  @Test
  void sandboxCallsAreCountedWithoutIdentity() throws IOException {
    String calls =
        "[{\"method\":\"GET\",\"path\":\"/v2/me\"},{\"method\":\"GET\",\"path\":\"/v1/bank_billets\"}]";
    try (CannedServer server = CannedServer.json(200, calls)) {
      String exchange = ">>>\nGET /\n\n<<< 200\n\n«any»\n";
      run(
          server,
          exchange
              + "@calls 1\n@calls 0 POST\n@upstream {\"path\":\"«contains bank»\",\"…\":\"…\"}");
      assertThatThrownBy(() -> run(server, exchange + "@calls 0\n"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected 0 calls upstream, was 1");
      assertThatThrownBy(() -> run(server, exchange + "@upstream-lacks BANK_billets\n"))
          .isInstanceOf(AssertionError.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        ">>>\\nGET /\\n\\n<<< 200;says why",
        "# Why.\\n>>>\\nGET /\\n;no <<<",
        "# Why.\\n>>>\\nGET /\\n\\n<<< OK;status",
        "# Why.\\n@unknown\\n;unknown directive",
        "# Why.\\nGET /\\n;expected a directive",
        "# Why.\\n@reset\\n;no exchange",
      })
  void unreadableTranscriptIsRefused(String text, String problem) {
    assertThatThrownBy(() -> Transcript.parse(text.replace("\\n", "\n")))
        .isInstanceOf(Transcript.Unreadable.class)
        .hasMessageContaining(problem);
  }
}
