/**
 * An imitation of the Kobana API on a loopback port, for development, demonstrations and tests: no
 * account, no bank, no network. It answers as the API's description says and starts with the same
 * data every time.
 *
 * <p>A resource is a {@code Kind}, a factory of its fields and a {@code Resource} with its paths,
 * filters and actions; everything else (pages, envelopes, errors, scopes, idempotency, limits,
 * faults) is shared. All state is touched on one event loop.
 */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.sandbox;
