// The official TypeScript server with the gateway's tools: node server.mjs PORT TOOLS_FILE PAGE_URL
// The tool under measurement reads the page upstream; the others answer at once.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const [port, toolsFile, pageUrl, measured] = process.argv.slice(2);
const tools = JSON.parse(readFileSync(toolsFile, 'utf8')).map(tool => ({
  name: tool.name,
  config: { description: tool.description, inputSchema: fromJsonSchema(tool.inputSchema) },
}));

async function page() {
  const text = await (await fetch(pageUrl)).text();
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'bench', version: '1' });
    for (const tool of tools) {
      const run =
        tool.name === measured ? page : async () => ({ content: [{ type: 'text', text: 'ok' }] });
      server.registerTool(tool.name, tool.config, run);
    }
    return server;
  },
  { responseMode: 'json', legacy: 'reject', onerror: error => console.error(error.message) },
);
const handle = toNodeHandler(handler);
createServer((request, response) => handle(request, response)).listen(Number(port), '127.0.0.1');
