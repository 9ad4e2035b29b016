import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bare Vert.x server that answers fixed bytes: the ceiling to compare with, and the upstream of
 * the gateway under measurement. Started from source: {@code java -cp 'target/lib/*'
 * bench/BareServer.java PORT DIRECTORY}. The path /a/b answers with the file a_b of the directory;
 * a request body is read and thrown away, and the token {@code nobody} is answered with 401.
 */
public class BareServer {
  public static void main(String[] args) {
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(cores));
    Path directory = Path.of(args[1]);
    Map<String, Buffer> files = new ConcurrentHashMap<>();
    for (int i = 0; i < cores; i++) {
      vertx
          .createHttpServer(
              new HttpServerOptions().setHost("127.0.0.1").setPort(Integer.parseInt(args[0])))
          .requestHandler(
              request -> {
                Buffer bytes = files.computeIfAbsent(request.path(), p -> read(directory, p));
                boolean nobody = "Bearer nobody".equals(request.getHeader("authorization"));
                request.endHandler(
                    end ->
                        request
                            .response()
                            .setStatusCode(nobody ? 401 : 200)
                            .putHeader("content-type", "application/json")
                            .end(bytes));
              })
          .listen()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    }
  }

  private static Buffer read(Path directory, String path) {
    try {
      return Buffer.buffer(Files.readAllBytes(directory.resolve(path.substring(1).replace('/', '_'))));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
