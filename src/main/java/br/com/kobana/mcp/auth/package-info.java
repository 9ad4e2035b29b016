/** Who is calling and what they may do. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.auth;
