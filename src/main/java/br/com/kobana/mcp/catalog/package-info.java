/** The tools, record types and prompts, as data. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.catalog;
