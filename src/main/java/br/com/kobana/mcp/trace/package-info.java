/** Traces, as OpenTelemetry has them. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.trace;
