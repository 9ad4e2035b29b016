/** The call to the Kobana API. Knows nothing of MCP. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.upstream;
