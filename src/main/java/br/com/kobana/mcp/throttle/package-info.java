/** Buckets, windows and the 429. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.throttle;
