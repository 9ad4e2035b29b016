/** Guards on spending: what may be paid, how much, to whom and when, whoever asks for it. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.guard;
