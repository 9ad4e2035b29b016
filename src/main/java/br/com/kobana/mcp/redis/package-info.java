/** Redis: counts and single-use marks that all replicas share. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.redis;
