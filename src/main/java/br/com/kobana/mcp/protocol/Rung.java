package br.com.kobana.mcp.protocol;

/**
 * The ladder of answers: each reason for which a message is refused, in the order in which it is
 * looked for. A message gets the answer of the first rung it fails. The names are what metrics and
 * logs call a refusal.
 */
public enum Rung {
  IN_FLIGHT,
  HOST,
  ORIGIN,
  ADDRESS_BUDGET,
  TOKEN,
  IDENTITY_UNAVAILABLE,
  HTTP_METHOD,
  CONTENT_TYPE,
  CONTENT_ENCODING,
  ACCEPT,
  BODY_SIZE,
  JSON,
  SHAPE,
  HEADER_AGAINST_ENVELOPE,
  VERSION,
  METHOD,
  ENVELOPE,
  MIRRORED_HEADERS,
  BUCKET,
  SCOPE,
  PARAMS,
  TIMEOUT,
  FAILURE
}
