/** Records by URI: the templates, reading one, and the newest of each type. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.resources;
