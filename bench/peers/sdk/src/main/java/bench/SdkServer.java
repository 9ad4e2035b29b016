package bench;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/**
 * The official Java SDK's stateless server with the gateway's tools: {@code SdkServer PORT TOOLS_FILE
 * PAGE_URL MEASURED_TOOL}. The tool under measurement reads the page upstream; the others answer at
 * once.
 */
public final class SdkServer {
  private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @SuppressWarnings("unchecked")
  public static void main(String[] args) throws Exception {
    HttpRequest page = HttpRequest.newBuilder(URI.create(args[2])).build();
    List<SyncToolSpecification> tools = new ArrayList<>();
    List<Map<String, Object>> listed = JSON.readValue(Files.readString(Path.of(args[1])), List.class);
    for (Map<String, Object> tool : listed) {
      String name = (String) tool.get("name");
      boolean measured = name.equals(args[3]);
      McpSchema.Tool described =
          McpSchema.Tool.builder(name, (Map<String, Object>) tool.get("inputSchema"))
              .description((String) tool.get("description"))
              .build();
      tools.add(
          SyncToolSpecification.builder()
              .tool(described)
              .callHandler((context, request) -> measured ? read(page) : text("ok"))
              .build());
    }
    HttpServletStatelessServerTransport servlet =
        HttpServletStatelessServerTransport.builder().messageEndpoint("/mcp").build();
    McpServer.sync(servlet)
        .serverInfo("bench", "1")
        .immediateExecution(true)
        .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
        .tools(tools)
        .build();
    serve(servlet, Integer.parseInt(args[0]));
  }

  private static void serve(HttpServletStatelessServerTransport servlet, int port)
      throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("bench").toString());
    tomcat.setPort(port);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    Context context = tomcat.addContext("", null);
    Wrapper wrapper = Tomcat.addServlet(context, "mcp", servlet);
    wrapper.setAsyncSupported(true);
    context.addServletMappingDecoded("/*", "mcp");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static McpSchema.CallToolResult text(String text) {
    return McpSchema.CallToolResult.builder().addTextContent(text).build();
  }

  private static McpSchema.CallToolResult read(HttpRequest page) {
    try {
      String body = CLIENT.send(page, BodyHandlers.ofString()).body();
      return McpSchema.CallToolResult.builder()
          .addTextContent(body)
          .structuredContent(JSON.readValue(body, Map.class))
          .build();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
