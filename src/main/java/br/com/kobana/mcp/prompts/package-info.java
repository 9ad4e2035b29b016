/** Ready-made prompts: read from YAML, listed for those who can use them, filled with values. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.prompts;
