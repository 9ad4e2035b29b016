package br.com.kobana.mcp.pipeline;

/** The stages of one version of the catalogue and prompts. */
record Version(
    Contents contents, MessageStages message, ToolStages tools, ResourceStages resources) {}
