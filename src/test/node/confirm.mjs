// Lets a person decide about destructive tools through the official client's handler for questions:
//   node confirm.mjs URL SANDBOX_URL
// What happened is counted at the sandbox. Prints a line for each check and exits with 1 when one failed.
import assert from 'node:assert/strict';
import * as modern from '@modelcontextprotocol/client';
import { plan, report } from './report.mjs';

const url = new URL(process.argv[2]);
const sandbox = process.argv[3];
const identity = { name: 'kobana-mcp-gateway-confirm', version: '1.0.0' };
const cancel = 'banking_charge_bank_billet_cancel';

/** Connects; the handler answers questions, and without one the client declares that it takes none. */
async function connect(mode, handler) {
  const capabilities = handler ? { elicitation: {} } : {};
  const client = new modern.Client(identity, { versionNegotiation: { mode }, capabilities });
  const asked = [];
  if (handler) {
    client.setRequestHandler('elicitation/create', async (request) => {
      asked.push(request.params);
      return handler(request.params);
    });
  }
  await client.connect(new modern.StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: 'Bearer sandbox-full' } } }));
  return { client, asked };
}

/** The writes that the API has received. */
async function effects() {
  const calls = await (await fetch(`${sandbox}/sandbox/calls`)).json();
  return calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
}

/** Calls the tool from the beginning of the sandbox: what came of it, what was asked, what happened. */
async function run(mode, handler, name, args) {
  await fetch(`${sandbox}/sandbox/reset`, { method: 'POST' });
  const { client, asked } = await connect(mode, handler);
  try {
    const result = await client.callTool({ name, arguments: args }).catch((error) => ({ error }));
    return { result, asked, happened: await effects() };
  } finally {
    await client.close();
  }
}

const accept = (confirm) => () => ({ action: 'accept', content: { confirm } });
const answering = (action) => () => ({ action });

const refusals = {
  'a person who declines': answering('decline'),
  'a person who cancels': answering('cancel'),
  'a person who accepts without confirming': accept(false),
};

/** What holds in the stateless era. */
const checks = {
  'a person who confirms has one effect': async (mode) => {
    const { result, asked, happened } = await run(mode, accept(true), cancel, { id: '60' });
    assert.ok(!result.isError && !result.error, JSON.stringify(result));
    assert.equal(result.structuredContent.data.status, 'canceled');
    assert.equal(asked.length, 1);
    assert.match(asked[0].message, /^Cancelar boleto\n(.*\n)*.*R\$ [\d.]+,\d\d \(.+ reais.*\)/);
    assert.deepEqual(happened, ['PUT /v1/bank_billets/60/cancel']);
  },

  'a person who confirms a deletion has one effect': async (mode) => {
    const { result, asked, happened } = await run(mode, accept(true), 'banking_automation_webhook_delete', { id: '1' });
    assert.ok(!result.isError && !result.error, JSON.stringify(result));
    assert.equal(asked.length, 1);
    assert.deepEqual(happened, ['DELETE /v1/webhooks/1']);
  },

  ...Object.fromEntries(Object.entries(refusals).map(([who, handler]) => [`${who} has none`, async (mode) => {
    const { result, asked, happened } = await run(mode, handler, cancel, { id: '60' });
    assert.equal(result.isError, true);
    assert.equal(result.content[0].text, 'The user did not confirm. Nothing was executed.');
    assert.equal(asked.length, 1);
    assert.deepEqual(happened, []);
  }])),

  'a question that breaks off has none': async (mode) => {
    const { result, happened } = await run(mode, () => { throw new Error('the window was closed'); }, cancel, { id: '60' });
    assert.ok(result.error);
    assert.deepEqual(happened, []);
  },

  'a client that takes no questions runs the tool': async (mode) => {
    const { result, asked, happened } = await run(mode, undefined, cancel, { id: '60' });
    assert.ok(!result.isError && !result.error, JSON.stringify(result));
    assert.equal(asked.length, 0);
    assert.deepEqual(happened, ['PUT /v1/bank_billets/60/cancel']);
  },
};

/** The handshake era has no way to ask. */
const older = {
  'nobody is asked in the handshake era': async (mode) => {
    const { result, asked, happened } = await run(mode, accept(false), cancel, { id: '60' });
    assert.ok(!result.isError && !result.error, JSON.stringify(result));
    assert.equal(asked.length, 0);
    assert.deepEqual(happened, ['PUT /v1/bank_billets/60/cancel']);
  },
};

const modes = [
  ['auto', 'auto', checks],
  ['pinned', { pin: '2026-07-28' }, checks],
  ['legacy', 'legacy', older],
];

plan(modes.reduce((sum, [, , all]) => sum + Object.keys(all).length, 0));
for (const [name, mode, all] of modes) {
  for (const [what, check] of Object.entries(all)) {
    try {
      await check(mode);
      report(true, `${name}: ${what}`);
    } catch (error) {
      report(false, `${name}: ${what}`, `${error.stack ?? error}`);
    }
  }
}
