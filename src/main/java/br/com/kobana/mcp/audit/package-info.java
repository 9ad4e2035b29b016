/** The audit trail: what happened, in lines that cannot be changed unseen. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.audit;
