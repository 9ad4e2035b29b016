/** MCP: versions, eras, the ladder of answers, the envelope and the dressing of results. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.protocol;
