/** What the public server and the client of the API do with their sockets. */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.sockets;
