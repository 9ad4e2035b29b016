package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Rung;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The refusals of authentication and authorization (RFC 6750 §3, RFC 9728 §5.1) and the document
 * they point to. Every URL comes from the configured public one, never from a request.
 */
public final class Challenges implements Challenge {
  private final URI publicUrl;
  private final List<String> authorizationServers;
  private final List<String> scopes;

  /**
   * @param scopes what a first consent should ask for: as little as makes the server useful
   */
  public Challenges(URI publicUrl, List<String> authorizationServers, List<String> scopes) {
    this.publicUrl = publicUrl;
    this.authorizationServers = List.copyOf(authorizationServers);
    this.scopes = List.copyOf(scopes);
  }

  /** No token came. */
  Refusal tokenMissing() {
    return refusal(
        401,
        "Bearer resource_metadata=\"" + metadataUrl() + "\", scope=\"" + joined(scopes) + "\"",
        "Você precisa se autenticar para acessar esse recurso.",
        "unauthorized");
  }

  /** The API does not know the token, or no longer. */
  Refusal tokenInvalid() {
    return refusal(
        401,
        "Bearer error=\"invalid_token\", error_description=\"The access token is unknown, expired"
            + " or revoked\", resource_metadata=\""
            + metadataUrl()
            + "\", scope=\""
            + joined(scopes)
            + "\"",
        "O token de acesso é desconhecido, expirou ou foi revogado.",
        "unauthorized");
  }

  /** The Authorization header is not one well-formed bearer token. */
  Refusal malformed() {
    return refusal(
        400,
        "Bearer error=\"invalid_request\", error_description=\"Send one Authorization header with"
            + " one bearer token\", resource_metadata=\""
            + metadataUrl()
            + "\"",
        "Envie um único cabeçalho Authorization com um token Bearer.",
        "bad_request");
  }

  /** The sub-account does not exist or is not the caller's: the two look alike. */
  Refusal accountUnknown() {
    return new Refusal(
        Rung.TOKEN,
        403,
        Map.of(),
        new Refusal.Body.Plain(
            body(403, "X-Account-Uid não é uma subconta dessa conta.", "forbidden")));
  }

  /** The token could not be checked because the API is away. */
  public Refusal identityUnavailable() {
    return new Refusal(
        Rung.IDENTITY_UNAVAILABLE,
        503,
        Map.of("retry-after", "2"),
        new Refusal.Body.Plain(
            body(
                503,
                "Não foi possível verificar o token agora. Tente de novo em instantes.",
                "service_unavailable")));
  }

  @Override
  public Refusal insufficientScope(List<String> needed) {
    return refusal(
        403,
        Rung.SCOPE,
        "Bearer error=\"insufficient_scope\", scope=\""
            + joined(needed)
            + "\", resource_metadata=\""
            + metadataUrl()
            + "\", error_description=\"The operation needs more scopes than the token has\"",
        "Essa operação precisa dos escopos: " + joined(needed) + ".",
        "forbidden");
  }

  /** The protected resource metadata (RFC 9728 §2). */
  public ObjectNode metadata() {
    ObjectNode metadata = Json.object().put("resource", publicUrl.toString());
    authorizationServers.forEach(metadata.putArray("authorization_servers")::add);
    scopes.forEach(metadata.putArray("scopes_supported")::add);
    metadata.putArray("bearer_methods_supported").add("header");
    metadata.put("resource_name", "Kobana");
    metadata.put("resource_documentation", "https://docs.banking.kobana.com.br");
    return metadata;
  }

  /** Where the document stands: the well-known segment goes before the path (RFC 9728 §3.1). */
  public String metadataUrl() {
    return publicUrl.getScheme()
        + "://"
        + publicUrl.getRawAuthority()
        + "/.well-known/oauth-protected-resource"
        + publicUrl.getRawPath();
  }

  private static String joined(List<String> scopes) {
    return String.join(" ", scopes);
  }

  private static Refusal refusal(int status, String challenge, String title, String code) {
    return refusal(status, Rung.TOKEN, challenge, title, code);
  }

  private static Refusal refusal(
      int status, Rung rung, String challenge, String title, String code) {
    return new Refusal(
        rung,
        status,
        Map.of("www-authenticate", challenge),
        new Refusal.Body.Plain(body(status, title, code)));
  }

  private static ObjectNode body(int status, String title, String code) {
    ObjectNode body = Json.object().put("status", status);
    body.putArray("errors")
        .addObject()
        .put("title", title)
        .put("code", code)
        .put("detail", "Veja mais em https://docs.banking.kobana.com.br");
    return body;
  }
}
