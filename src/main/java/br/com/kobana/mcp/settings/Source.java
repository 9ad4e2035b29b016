package br.com.kobana.mcp.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where settings come from, the later the stronger: the packaged {@code application.properties}, a
 * file of that name in the working directory, the environment, system properties.
 */
final class Source {
  private static final String FILE = "application.properties";

  private Source() {}

  static Map<String, String> read(Path workingDirectory, Map<String, String> environment)
      throws IOException {
    Map<String, String> values = packaged();
    Path file = workingDirectory.resolve(FILE);
    if (Files.isRegularFile(file)) {
      Properties own = new Properties();
      try (Reader in = Files.newBufferedReader(file)) {
        own.load(in);
      }
      own.forEach((k, v) -> values.put((String) k, (String) v));
    }
    for (String key : Map.copyOf(values).keySet()) {
      String variable = environment.get(variable(key));
      if (variable != null) {
        values.put(key, variable);
      }
      String property = System.getProperty(key);
      if (property != null) {
        values.put(key, property);
      }
    }
    // Areas have names of their own, which the packaged settings do not list.
    environment.forEach(
        (variable, value) ->
            ResilienceKeys.ofVariable(variable).ifPresent(key -> values.put(key, value)));
    System.getProperties().stringPropertyNames().stream()
        .filter(ResilienceKeys::isOne)
        .forEach(key -> values.put(key, System.getProperty(key)));
    return values;
  }

  /** The packaged defaults. */
  static Map<String, String> packaged() throws IOException {
    Properties packaged = new Properties();
    // Beside this class: an application that the gateway runs in has a file of that name at the
    // root.
    try (InputStream in = Source.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IOException(FILE + " is not in the artefact");
      }
      packaged.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
    }
    Map<String, String> values = new TreeMap<>();
    packaged.forEach((k, v) -> values.put((String) k, (String) v));
    return values;
  }

  /** {@code mcp.public-url} is {@code MCP_PUBLIC_URL}. */
  static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
