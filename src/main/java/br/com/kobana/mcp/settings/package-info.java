/** What can be configured, read once and checked before anything starts. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.settings;
