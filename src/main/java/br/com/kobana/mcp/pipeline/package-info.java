/** The stages of the pipeline as Camel processors: thin shells over the other rooms. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.pipeline;
