package br.com.kobana.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {
  private final Optional<SchemaCheck> schemas = SchemaCheck.atHand();

  private List<String> violations(String version, String method, String answer) {
    assumeTrue(schemas.isPresent(), "the MCP schemas are not at hand");
    String header = version.equals("none") ? "none" : version;
    RequestBytes request =
        RequestBytes.of(
            new Transcript.Request(
                "@legacy " + header,
                List.of(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}"),
            new Variables(Target.bare(1)));
    return schemas
        .get()
        .violations(
            request,
            new Answer(
                200,
                List.of(new Answer.Header("Content-Type", "application/json")),
                answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "2025-11-25;ping;{'jsonrpc':'2.0','id':1,'result':{}}",
        "2024-11-05;tools/list;{'jsonrpc':'2.0','id':1,'result':{'tools':[{'name':'a','inputSchema':{'type':'object'}}]}}",
        "none;prompts/list;{'jsonrpc':'2.0','id':1,'result':{'prompts':[]}}",
        "none;initialize;{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':'2025-06-18','capabilities':{},'serverInfo':{'name':'a','version':'1'}}}",
        "2026-07-28;tools/list;{'jsonrpc':'2.0','id':1,'result':{'resultType':'complete','tools':[],'ttlMs':0,'cacheScope':'private'}}",
        "2026-07-28;x;{'jsonrpc':'2.0','error':{'code':-32600,'message':'no'}}",
        "2025-06-18;x;{'jsonrpc':'2.0','error':{'code':-32600,'message':'no'}}",
        "2026-07-28;x;{'jsonrpc':'2.0','id':1,'error':{'code':-32022,'message':'no','data':{'supported':['a'],'requested':'b'}}}",
      })
  void validAnswerPasses(String version, String method, String answer) {
    assertThat(violations(version, method, answer)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "2025-11-25;ping;{'jsonrpc':'2.0','id':1.5,'result':{}}",
        "2025-11-25;tools/list;{'jsonrpc':'2.0','id':1,'result':{'tools':{}}}",
        "2024-11-05;tools/list;{'jsonrpc':'2.0','id':1,'result':{'tools':[{'name':'a'}]}}",
        "2025-11-25;tools/call;{'jsonrpc':'2.0','id':1,'result':{'content':[],'structuredContent':[1]}}",
        "2026-07-28;tools/list;{'jsonrpc':'2.0','id':1,'result':{'tools':[],'ttlMs':0,'cacheScope':'private'}}",
        "2026-07-28;tools/list;{'jsonrpc':'2.0','id':1,'result':{'resultType':'complete','tools':[],'cacheScope':'private'}}",
        "2026-07-28;server/discover;{'jsonrpc':'2.0','id':1,'result':{'resultType':'complete'}}",
        "2026-07-28;x;{'jsonrpc':'2.0','id':1,'error':{'code':-32022,'message':'no'}}",
        "2026-07-28;x;{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'no'}}",
        "2025-06-18;x;{'jsonrpc':'2.0','id':1,'error':{'code':-32600}}",
        "2025-11-25;no/such;{'jsonrpc':'2.0','id':1,'result':{}}",
      })
  void invalidAnswerIsFound(String version, String method, String answer) {
    assertThat(violations(version, method, answer)).isNotEmpty();
  }
}
