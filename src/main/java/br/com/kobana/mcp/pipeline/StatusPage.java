package br.com.kobana.mcp.pipeline;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The page that says how to connect. It holds nothing of a request, runs no script, and may not be
 * framed; its one style sheet is allowed by its hash.
 */
final class StatusPage {
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}"
          + "code,pre{background:#f3f4f6;border-radius:4px;padding:.15rem .3rem}"
          + "pre{padding:1rem;overflow:auto}";

  private StatusPage() {}

  /** In UTF-8. */
  static byte[] of(URI publicUrl) {
    return """
        <!doctype html>
        <html lang="pt-BR"><head><meta charset="utf-8"><title>Kobana MCP</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>%s</style>
        </head><body><h1>Kobana MCP</h1>
        <p>Este é o servidor MCP da Kobana. Aponte seu cliente de IA para:</p>
        <pre>%s</pre>
        <p>O cliente envia <code>Authorization: Bearer</code> com o token emitido para o MCP. Um exemplo de
        configuração:</p>
        <pre>{ "mcpServers": { "kobana": { "type": "http", "url": "%s",
          "headers": { "Authorization": "Bearer SEU_TOKEN" } } } }</pre>
        <p>Documentação: <a href="https://docs.banking.kobana.com.br">docs.banking.kobana.com.br</a></p>
        </body></html>
        """
        .formatted(STYLE, escaped(publicUrl), escaped(publicUrl))
        .getBytes(StandardCharsets.UTF_8);
  }

  static List<Map.Entry<String, String>> headers(URI publicUrl) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("content-type", "text/html; charset=utf-8"));
    headers.add(
        Map.entry(
            "content-security-policy",
            "default-src 'none'; style-src 'sha256-"
                + hash(STYLE)
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
    headers.add(Map.entry("x-content-type-options", "nosniff"));
    headers.add(Map.entry("x-frame-options", "DENY"));
    headers.add(Map.entry("referrer-policy", "no-referrer"));
    headers.add(Map.entry("cross-origin-opener-policy", "same-origin"));
    headers.add(Map.entry("cross-origin-resource-policy", "same-origin"));
    headers.add(Map.entry("cache-control", "no-store"));
    if (publicUrl.getScheme().equals("https")) {
      headers.add(Map.entry("strict-transport-security", "max-age=31536000"));
    }
    return List.copyOf(headers);
  }

  /** A path may hold an ampersand or a quote. */
  private static String escaped(URI url) {
    return url.toString().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is part of every Java platform", e);
    }
  }
}
