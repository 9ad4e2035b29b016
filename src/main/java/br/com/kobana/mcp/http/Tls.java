package br.com.kobana.mcp.http;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TLS of the public server: 1.2 and 1.3, HTTP/1.1 only, with the certificate of two PEM files. */
final class Tls {
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private Tls() {}

  static void apply(HttpServerOptions options, Settings.Tls files) {
    options
        .setSsl(true)
        .setUseAlpn(false)
        .setEnabledSecureTransportProtocols(PROTOCOLS)
        .setKeyCertOptions(certificate(files));
  }

  static void renew(Settings.Tls files, List<HttpServer> servers) {
    SSLOptions renewed = new SSLOptions().setKeyCertOptions(certificate(files));
    for (HttpServer server : servers) {
      server
          .updateSSLOptions(renewed, true)
          .onSuccess(done -> LOG.info("certificate read: file={}", files.certificate()))
          .onFailure(e -> LOG.error("certificate not taken: file={}", files.certificate()));
    }
  }

  /**
   * What the files hold now; reading them blocks.
   *
   * @throws WrongSetting where they are no certificate with its key: a pair that does not fit would
   *     only show when clients come
   */
  static PemKeyCertOptions certificate(Settings.Tls files) {
    try {
      byte[] certificate = Files.readAllBytes(files.certificate());
      byte[] key = Files.readAllBytes(files.key());
      requirePair(certificate, new String(key, StandardCharsets.US_ASCII));
      return new PemKeyCertOptions()
          .setCertValue(Buffer.buffer(certificate))
          .setKeyValue(Buffer.buffer(key));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new WrongSetting(
          "mcp.tls.certificate",
          files.certificate().toString(),
          "a PEM certificate whose PKCS 8 key is in mcp.tls.key");
    }
  }

  private static void requirePair(byte[] certificatePem, String keyPem)
      throws GeneralSecurityException {
    PublicKey open =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificatePem))
            .getPublicKey();
    Matcher key = KEY.matcher(keyPem);
    if (!key.find()) {
      throw new GeneralSecurityException("no PKCS 8 key");
    }
    PrivateKey secret =
        KeyFactory.getInstance(open.getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key.group(1))));
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    byte[] probe = "one key signs and the other verifies".getBytes(StandardCharsets.US_ASCII);
    Signature signer = Signature.getInstance(algorithm);
    signer.initSign(secret);
    signer.update(probe);
    Signature verifier = Signature.getInstance(algorithm);
    verifier.initVerify(open);
    verifier.update(probe);
    if (!verifier.verify(signer.sign())) {
      throw new GeneralSecurityException("the key is not that of the certificate");
    }
  }
}
