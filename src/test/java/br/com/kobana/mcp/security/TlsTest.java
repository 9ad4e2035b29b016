package br.com.kobana.mcp.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import br.com.kobana.mcp.settings.WrongSetting;
import br.com.kobana.mcp.testing.RunningGateway;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The public server over TLS, with certificates that come and go as files. */
class TlsTest {
  @TempDir Path directory;
  private Path certificateFile = Path.of("");
  private Path keyFile = Path.of("");

  /** What one connection saw. */
  private record Seen(String protocol, String statusLine, X509Certificate certificate) {}

  @BeforeEach
  void files() {
    certificateFile = directory.resolve("tls.crt");
    keyFile = directory.resolve("tls.key");
  }

  private RunningGateway start() {
    return RunningGateway.start(
        Map.of(
            "mcp.tls.certificate", certificateFile.toString(),
            "mcp.tls.key", keyFile.toString(),
            "mcp.files.reload-s", "1"));
  }

  private static Seen get(int port, X509Certificate trusted, String... protocols)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket) trusting(trusted).getSocketFactory().createSocket("localhost", port)) {
      if (protocols.length > 0) {
        socket.setEnabledProtocols(protocols);
      }
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      socket
          .getOutputStream()
          .write(
              ("GET /.well-known/oauth-protected-resource HTTP/1.1\r\nHost: localhost:"
                      + port
                      + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String status =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      return new Seen(
          socket.getSession().getProtocol(),
          status,
          (X509Certificate) socket.getSession().getPeerCertificates()[0]);
    }
  }

  private static SSLContext trusting(X509Certificate certificate) {
    try {
      KeyStore trust = KeyStore.getInstance(KeyStore.getDefaultType());
      trust.load(null);
      trust.setCertificateEntry("one", certificate);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trust);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theEndpointSpeaksTlsAndSaysSo() throws Exception {
    KeytoolCertificate one = KeytoolCertificate.make(directory);
    one.write(certificateFile, keyFile);
    try (RunningGateway gateway = start()) {
      Seen newest = get(gateway.port(), one.certificate());
      assertThat(newest.protocol()).isEqualTo("TLSv1.3");
      assertThat(newest.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(get(gateway.port(), one.certificate(), "TLSv1.2").protocol()).isEqualTo("TLSv1.2");
      X509Certificate foreign = KeytoolCertificate.make(directory).certificate();
      assertThatThrownBy(() -> get(gateway.port(), foreign))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void http2IsNotOffered() throws Exception {
    KeytoolCertificate one = KeytoolCertificate.make(directory);
    one.write(certificateFile, keyFile);
    try (RunningGateway gateway = start();
        SSLSocket socket =
            (SSLSocket)
                trusting(one.certificate())
                    .getSocketFactory()
                    .createSocket("localhost", gateway.port())) {
      SSLParameters both = socket.getSSLParameters();
      both.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(both);
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      assertThat(socket.getApplicationProtocol()).isNotEqualTo("h2");
    }
  }

  /** For as long as it takes the gateway to look at the files a few times. */
  private static void goesOnWith(KeytoolCertificate old, RunningGateway gateway) {
    await()
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(10))
        .until(() -> get(gateway.port(), old.certificate()).statusLine().contains("200"));
  }

  @Test
  void aRenewedCertificateIsTakenAndABrokenOneIsNot() throws Exception {
    KeytoolCertificate old = KeytoolCertificate.make(directory);
    KeytoolCertificate renewed = KeytoolCertificate.make(directory);
    old.write(certificateFile, keyFile);
    try (RunningGateway gateway = start()) {
      assertThat(get(gateway.port(), old.certificate()).certificate()).isEqualTo(old.certificate());
      Files.writeString(certificateFile, "no certificate");
      renewed.write(directory.resolve("new.crt"), directory.resolve("new.key"));
      goesOnWith(old, gateway);
      // Half of a new pair: the key is not that of the certificate.
      old.write(certificateFile, directory.resolve("old.key"));
      Files.copy(
          directory.resolve("new.key"), keyFile, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      goesOnWith(old, gateway);
      Files.copy(
          directory.resolve("new.crt"),
          certificateFile,
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      await()
          .atMost(Duration.ofSeconds(15))
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(get(gateway.port(), renewed.certificate()).certificate())
                      .isEqualTo(renewed.certificate()));
      for (int i = 0; i < 8; i++) {
        assertThat(get(gateway.port(), renewed.certificate()).statusLine()).contains("200");
      }
    }
  }

  @Test
  void filesThatAreNoCertificateStopTheStartWithOneLine() throws IOException {
    Files.writeString(certificateFile, "no certificate");
    Files.writeString(keyFile, "no key");
    assertThatThrownBy(this::start)
        .hasRootCauseInstanceOf(WrongSetting.class)
        .rootCause()
        .hasMessageContaining("mcp.tls.certificate");
  }
}
