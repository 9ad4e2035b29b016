package br.com.kobana.mcp.confirm;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The record that a call acts on, as it was read for the question.
 *
 * @param readTool the tool whose operation read it
 * @param data masked as that tool masks
 */
public record KnownRecord(String readTool, JsonNode data) {}
