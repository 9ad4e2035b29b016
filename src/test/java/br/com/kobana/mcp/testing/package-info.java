/** A whole gateway, running, for tests that speak to it over the network. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.testing;
