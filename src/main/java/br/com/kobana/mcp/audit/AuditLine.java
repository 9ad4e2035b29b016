package br.com.kobana.mcp.audit;

/**
 * A finished line of the trail.
 *
 * @param file the name of the file that it belongs to
 * @param bytes one JSON object in UTF-8, without a line feed
 * @param last whether nothing waits behind it: a good moment to make it durable
 */
public record AuditLine(String file, byte[] bytes, boolean last) {}
