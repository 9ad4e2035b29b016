/** Asks a person before a destructive tool runs, and makes sure that the answer counts once. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.confirm;
