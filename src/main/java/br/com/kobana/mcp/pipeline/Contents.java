package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.completion.Completions;
import br.com.kobana.mcp.confirm.Confirmations;
import br.com.kobana.mcp.guard.Guards;
import br.com.kobana.mcp.prompts.Prompts;
import br.com.kobana.mcp.resources.ResourceLists;
import br.com.kobana.mcp.resources.ResourceReads;
import br.com.kobana.mcp.resources.ResourceTemplates;
import br.com.kobana.mcp.tools.RecordReads;
import br.com.kobana.mcp.tools.ToolCalls;
import br.com.kobana.mcp.tools.ToolsList;

/** Everything that stands on one catalogue and its prompts; a reload makes another. */
public record Contents(
    Catalog catalog,
    ToolsList toolsList,
    ToolCalls toolCalls,
    RecordReads recordReads,
    Confirmations confirmations,
    Guards guards,
    ResourceLists resourceLists,
    ResourceTemplates resourceTemplates,
    ResourceReads resourceReads,
    Prompts prompts,
    Completions completions) {}
