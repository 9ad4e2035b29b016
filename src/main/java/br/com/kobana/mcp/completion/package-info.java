/** Suggestions for the arguments of prompts and the variables of URI templates. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.completion;
