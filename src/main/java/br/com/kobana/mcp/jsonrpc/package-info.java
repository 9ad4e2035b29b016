/** JSON-RPC 2.0: the one codec, ids, errors and what a body is. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.jsonrpc;
