/** Inputs for the targets named {@code …Fuzz}: seeds and what is made of them. */
package br.com.kobana.mcp.fuzz;
