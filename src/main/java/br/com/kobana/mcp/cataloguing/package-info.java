/**
 * {@code bin/catalog}: checks the catalogue, compares it with a description of the API, drafts
 * entries and measures what clients load. No part of the running gateway.
 */
@org.jspecify.annotations.NullMarked
package br.com.kobana.mcp.cataloguing;
