/**
 * The gateway in front of programs that others wrote: the official clients and the conformance
 * suite, which run on Node from {@code src/test/node}.
 */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.interop;
