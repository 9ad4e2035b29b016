/**
 * Conversations with the running gateway, byte for byte: transcripts under {@code wire/} say what
 * is sent and what must come back.
 */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.wire;
