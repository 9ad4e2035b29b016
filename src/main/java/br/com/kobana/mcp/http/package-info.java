/**
 * The door: the HTTP server, the event-loop engine for platform-http and the life of one exchange.
 */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.http;
