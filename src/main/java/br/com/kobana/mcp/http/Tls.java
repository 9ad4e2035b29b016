package br.com.kobana.mcp.http;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** TLS of the public server: 1.2 and 1.3, HTTP/1.1 only, with the certificate of two PEM files. */
final class Tls {
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");

  private Tls() {}

  static void apply(HttpServerOptions options, Settings.Tls files) {
    options
        .setSsl(true)
        .setUseAlpn(false)
        .setEnabledSecureTransportProtocols(PROTOCOLS)
        .setKeyCertOptions(certificate(files));
  }

  /** What the files hold now; reading them blocks. */
  static PemKeyCertOptions certificate(Settings.Tls files) {
    return new PemKeyCertOptions()
        .setCertValue(read("mcp.tls.certificate", files.certificate()))
        .setKeyValue(read("mcp.tls.key", files.key()));
  }

  static WrongSetting wrong(Settings.Tls files) {
    return new WrongSetting(
        "mcp.tls.certificate",
        files.certificate().toString(),
        "PEM files of a certificate and of its key (PKCS 8)");
  }

  private static Buffer read(String key, Path file) {
    try {
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new WrongSetting(key, file.toString(), "a file that can be read");
    }
  }
}
