/** What operators see: metrics, health, JMX, audit. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.observe;
