package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Every refusal of the API, in the shapes its answers have. */
final class Errors {
  private Errors() {}

  static Answer unauthorized() {
    return refusal(
        401,
        "Token de API inválido (Servidor: sandbox)",
        "unauthorized",
        "O token de API vale para um só servidor; confira o endereço e o token.");
  }

  /** One of the named scopes would open the operation. */
  static Answer missingScope(String anyOf) {
    return forbidden(
        "Para acessar esse recurso você precisa de pelo menos um destes escopos: \""
            + anyOf
            + "\".");
  }

  static Answer forbidden(String title) {
    return refusal(403, title, "forbidden", "");
  }

  static Answer notFound() {
    return refusal(
        404,
        "Não foi possível encontrar o registro",
        "not_found",
        "Este registro não existe, ou foi deletado.");
  }

  /** As some of the API's own: without a code. */
  static Answer notFoundWithoutCode(String title, String detail) {
    ObjectNode body = Json.object().put("status", 404);
    body.putArray("errors").addObject().put("title", title).put("detail", detail);
    return Answer.json(404, body).beforeExecution();
  }

  /** A query parameter that cannot be honoured. */
  static Answer badQuery(Version version, String message) {
    if (version == Version.V1) {
      return Answer.json(400, Json.object().put("error", message)).beforeExecution();
    }
    return refusal(400, "Parâmetro inválido", "invalid_get_param", message);
  }

  /** The hour's budget is spent; the code is a number here, unlike everywhere else. */
  static Answer tooMany(String method, long limit) {
    ObjectNode body = Json.object().put("status", 429);
    body.putArray("errors")
        .addObject()
        .put("title", "Limite de requisições " + method + "(" + limit + ") por hora excedido.")
        .put("code", 429)
        .put("detail", "Espere os segundos de retry-after antes da próxima requisição.");
    return Answer.json(429, body).beforeExecution();
  }

  /** An idempotency key that cannot serve this request. */
  static Answer reusedKey(String detail) {
    ObjectNode body = Json.object().put("status", 422);
    body.putArray("errors")
        .addObject()
        .put("code", "validation_error")
        .put("param", "X-Idempotency-Key")
        .put("detail", "Chave de idempotência " + detail);
    return Answer.json(422, body).beforeExecution();
  }

  static Answer badBody() {
    return refusal(400, "Corpo inválido", "bad_request", "O corpo não é um objeto JSON.");
  }

  static Answer tooLarge() {
    return refusal(413, "Corpo grande demais", "payload_too_large", "");
  }

  /** The operation ran and the state of the record, or the bank, does not allow it. */
  static Answer business(String title, String code, String detail) {
    Answer refusal = refusal(422, title, code, detail);
    return new Answer(422, refusal.contentType(), refusal.body(), refusal.headers(), true);
  }

  static Answer business(String title) {
    return business(title, "unprocessable_content", "");
  }

  /** Any status of a gateway in front of the API, or of a failing API. */
  static Answer failure(int status) {
    Answer refusal = refusal(status, "Falha simulada", "sandbox_fault", "");
    return new Answer(status, refusal.contentType(), refusal.body(), refusal.headers(), true);
  }

  private static Answer refusal(int status, String title, String code, String detail) {
    ObjectNode error = Json.object().put("title", title).put("code", code);
    if (!detail.isEmpty()) {
      error.put("detail", detail);
    }
    ObjectNode body = Json.object().put("status", status);
    body.putArray("errors").add(error);
    return Answer.json(status, body).beforeExecution();
  }
}
