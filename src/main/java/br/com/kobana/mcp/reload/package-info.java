/** Directories that are taken again when what they hold has changed. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.reload;
