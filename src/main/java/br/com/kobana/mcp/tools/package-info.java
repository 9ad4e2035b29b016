/** Listing and calling tools: validation, request mapping, filters, cursors, fields, results. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.tools;
