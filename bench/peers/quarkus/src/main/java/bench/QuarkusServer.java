package bench;

import io.quarkiverse.mcp.server.TextContent;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkiverse.mcp.server.TransportHint;
import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The gateway's tools on the Quarkus MCP server, by the system properties {@code tools}, {@code page}
 * and {@code measured}. The tool under measurement reads the page upstream without blocking; the
 * others answer at once.
 */
@ApplicationScoped
public class QuarkusServer {
  @Inject ToolManager tools;
  @Inject Vertx vertx;

  @Startup
  void register() throws IOException {
    URI page = URI.create(System.getProperty("page"));
    HttpClient client = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(64));
    for (Object listed : new JsonArray(Files.readString(Path.of(System.getProperty("tools"))))) {
      JsonObject tool = (JsonObject) listed;
      boolean measured = tool.getString("name").equals(System.getProperty("measured"));
      tools
          .newTool(tool.getString("name"))
          .setDescription(tool.getString("description"))
          .setInputSchema(tool.getJsonObject("inputSchema"))
          .addHint(TransportHint.STREAMABLE_HTTP_SKIP_SSE_INIT)
          .setAsyncHandler(
              arguments ->
                  measured ? read(client, page) : Uni.createFrom().item(ToolResponse.success("ok")))
          .register();
    }
  }

  private static Uni<ToolResponse> read(HttpClient client, URI page) {
    String target = page.getPath() + "?" + page.getQuery();
    return Uni.createFrom()
        .completionStage(
            () ->
                client
                    .request(HttpMethod.GET, page.getPort(), page.getHost(), target)
                    .compose(HttpClientRequest::send)
                    .compose(HttpClientResponse::body)
                    .map(
                        body ->
                            new ToolResponse(
                                false,
                                List.of(new TextContent(body.toString())),
                                body.toJsonObject(),
                                null))
                    .toCompletionStage());
  }
}
