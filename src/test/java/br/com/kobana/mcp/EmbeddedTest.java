package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.testing.Http;
import br.com.kobana.mcp.testing.McpClient;
import br.com.kobana.mcp.testing.RunningGateway;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of an application that has the gateway in it builds and runs. */
class EmbeddedTest {
  private static final Path EXAMPLE =
      Path.of("examples/embedded/src/main/java/com/example/Application.java");

  @TempDir Path classes;

  @Test
  void theGatewayRunsBesideTheRoutesOfAnApplication() throws Exception {
    compile();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> application = loader.loadClass("com.example.Application");
      Main main = (Main) application.getMethod("application").invoke(null);
      try (RunningParts gateway =
          (RunningParts)
              application
                  .getMethod("start", Main.class, Settings.class)
                  .invoke(null, main, settings())) {
        String url = "http://localhost:" + gateway.port();
        McpClient client = new McpClient(url + "/mcp", "sandbox-full");
        assertThat(client.call("tools/list", "").json().at("/result/tools").size()).isEqualTo(289);
        assertThat(
                client
                    .call(
                        "tools/call",
                        "{\"name\":\"banking_charge_bank_billet_list\",\"arguments\":{\"limit\":1}}")
                    .json()
                    .at("/result/structuredContent/data")
                    .size())
            .isEqualTo(1);
        assertThat(new McpClient(url + "/mcp", "nobody").call("ping", "").status()).isEqualTo(401);
        assertThat(Http.get(url + "/orders")).isEqualTo("2 orders");
        ProducerTemplate own = main.getCamelContext().createProducerTemplate();
        assertThat(own.requestBody("direct:orders", "7", String.class)).isEqualTo("order 7 taken");
        assertThatThrownBy(() -> own.requestBody("direct:broken", "7"))
            .isInstanceOf(CamelExecutionException.class)
            .hasRootCauseMessage("the application's own");
        assertThat(main.getCamelContext().getRoute("mcp")).isNotNull();
      }
      assertThat(main.isStopped()).isTrue();
    }
  }

  private static Settings settings() throws Exception {
    return Settings.with(
        Map.of(
            "kobana.api-url", "sandbox",
            "mcp.port", Integer.toString(RunningGateway.freePort()),
            "mcp.sandbox.port", Integer.toString(RunningGateway.freePort())));
  }

  private void compile() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      assertThat(
              compiler
                  .getTask(
                      null,
                      files,
                      null,
                      List.of("-d", classes.toString(), "--release", "17"),
                      null,
                      files.getJavaFileObjects(EXAMPLE))
                  .call())
          .isTrue();
    }
  }
}
