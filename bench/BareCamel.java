import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/**
 * The framework's own ceiling: Camel's stock HTTP server with a constant answer at /answer and a
 * forward at /forward. Started from source: {@code java -cp 'target/lib/*' bench/BareCamel.java PORT
 * ANSWER_FILE UPSTREAM_PORT PAGE}.
 */
public class BareCamel {
  public static void main(String[] args) throws Exception {
    String answer = Files.readString(Path.of(args[1]));
    Main main = new Main();
    main.addInitialProperty("camel.main.streamCachingEnabled", "false");
    main.addInitialProperty("camel.main.jmxEnabled", "false");
    main.addInitialProperty("camel.server.enabled", "true");
    main.addInitialProperty("camel.server.host", "127.0.0.1");
    main.addInitialProperty("camel.server.port", args[0]);
    main.configure()
        .addRoutesBuilder(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("platform-http:/answer?httpMethodRestrict=POST")
                    .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                    .setBody(constant(answer));
                from("platform-http:/forward?httpMethodRestrict=POST")
                    .removeHeaders("*")
                    .setBody(constant(null))
                    .setHeader(Exchange.HTTP_METHOD, constant("GET"))
                    .to("http://127.0.0.1:" + args[2] + args[3] + "&bridgeEndpoint=true");
              }
            });
    main.run();
  }
}
