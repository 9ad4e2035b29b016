/** Attacks on a running gateway, and what its operator was promised. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.security;
