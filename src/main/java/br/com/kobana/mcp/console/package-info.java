/** The Hawtio console on the management port: who may enter, and what they may see and do. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.console;
