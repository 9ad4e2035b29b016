import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bare Vert.x server that answers fixed bytes: the ceiling to compare with, and the upstream of
 * the gateway under measurement. Started from source: {@code java -cp 'target/lib/*'
 * bench/BareServer.java PORT DIRECTORY}. The path /a/b answers with the file a_b of the directory;
 * a request body is read and thrown away, and the token {@code nobody} is answered with 401. Where a
 * file holds {@code {{token}}}, the caller's token stands in the answer: so each is another account.
 */
public class BareServer {
  private static final String TOKEN = "{{token}}";

  public static void main(String[] args) {
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(cores));
    Path directory = Path.of(args[1]);
    Map<String, Content> files = new ConcurrentHashMap<>();
    for (int i = 0; i < cores; i++) {
      vertx
          .createHttpServer(
              new HttpServerOptions().setHost("127.0.0.1").setPort(Integer.parseInt(args[0])))
          .requestHandler(
              request -> {
                Content content = files.computeIfAbsent(request.path(), p -> read(directory, p));
                boolean nobody = "Bearer nobody".equals(request.getHeader("authorization"));
                request.endHandler(
                    end ->
                        request
                            .response()
                            .setStatusCode(nobody ? 401 : 200)
                            .putHeader("content-type", "application/json")
                            .end(content.of(request.getHeader("authorization"))));
              })
          .listen()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    }
  }

  /** What a path is answered with; a text only where the token belongs into it. */
  private record Content(Buffer bytes, String text) {
    Buffer of(String authorization) {
      return text.isEmpty() ? bytes : Buffer.buffer(text.replace(TOKEN, authorization.substring(7)));
    }
  }

  private static Content read(Path directory, String path) {
    try {
      byte[] bytes = Files.readAllBytes(directory.resolve(path.substring(1).replace('/', '_')));
      String text = new String(bytes, StandardCharsets.UTF_8);
      return new Content(Buffer.buffer(bytes), text.contains(TOKEN) ? text : "");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
