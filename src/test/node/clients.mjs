// Uses the gateway through the official clients, as an application would:
//   node clients.mjs URL
// The gateway runs on its sandbox. Prints a line for each check and exits with 1 when one failed.
import assert from 'node:assert/strict';
import * as modern from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { plan, report } from './report.mjs';

const url = new URL(process.argv[2]);
const identity = { name: 'kobana-mcp-gateway-interop', version: '1.0.0' };
const invalidParams = -32602;

const bearer = (token) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

function newClient(mode) {
  return async (token) => {
    const client = new modern.Client(identity, { versionNegotiation: { mode } });
    const transport = new modern.StreamableHTTPClientTransport(url, bearer(token));
    await client.connect(transport);
    return { client, version: client.getNegotiatedProtocolVersion(), era: client.getProtocolEra() };
  };
}

async function oldClient(token) {
  const client = new OldClient(identity);
  const transport = new OldTransport(url, bearer(token));
  await client.connect(transport);
  return { client, version: transport.protocolVersion, era: 'legacy' };
}

const statelessEra = { version: '2026-07-28', era: 'modern', notFound: invalidParams };
const handshakeEra = { version: '2025-11-25', era: 'legacy', notFound: -32002 };
const clients = [
  { name: 'client 2.4.0 auto', connect: newClient('auto'), ...statelessEra },
  { name: 'client 2.4.0 pinned', connect: newClient({ pin: '2026-07-28' }), ...statelessEra },
  // This client turns -32002, the handshake era's code on the wire, into -32602; the older one does not.
  { name: 'client 2.4.0 legacy', connect: newClient('legacy'), ...handshakeEra, notFound: invalidParams },
  { name: 'sdk 1.32.2', connect: oldClient, ...handshakeEra },
];

/** Every entry of a list, page by page. Reading past 100 pages is a cursor that does not end. */
async function all(list, key) {
  const entries = [];
  let cursor;
  for (let page = 0; page < 100; page++) {
    // An empty object would make the newer client walk the pages by itself.
    const result = await list(cursor === undefined ? undefined : { cursor });
    entries.push(...result[key]);
    if (result.nextCursor === undefined) return entries;
    cursor = result.nextCursor;
  }
  throw new Error(`${key} did not end`);
}

/** The names of every tool by plain HTTP: what a client must end up with. */
async function namesOnTheWire() {
  const list = async (params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-full', 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: params ?? {} }),
    });
    return (await answer.json()).result;
  };
  return (await all(list, 'tools')).map((tool) => tool.name);
}

const call = (client, name, args) => client.callTool({ name, arguments: args });

/** The data of a result that succeeded, after a look that its two forms say the same. */
function data(result) {
  assert.ok(!result.isError, JSON.stringify(result.content));
  assert.equal(result.content[0].type, 'text');
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result.structuredContent.data;
}

function failure(result) {
  assert.equal(result.isError, true);
  return result.content[0].text;
}

const newCustomer = (name) => ({
  person_name: name,
  cnpj_cpf: '111.444.777-35',
  address: 'Rua das Flores',
  neighborhood: 'Centro',
  zipcode: '01001000',
  city_name: 'São Paulo',
  state: 'SP',
});

/** What each client does over one connection with the token for everything. */
const checks = {
  'agrees on the version': async ({ client, version, era }, expected) => {
    assert.equal(era, expected.era);
    assert.equal(version, expected.version);
    assert.equal(client.getServerVersion()?.name, 'kobana');
    assert.deepEqual(Object.keys(client.getServerCapabilities()).sort(), ['completions', 'prompts', 'resources', 'tools']);
    assert.ok(client.getInstructions().length > 100);
  },

  'pings in the handshake era only': async ({ client }, { era }) => {
    if (era === 'legacy') {
      await client.ping();
    } else {
      await assert.rejects(client.ping());
    }
  },

  'lists every tool': async ({ client }) => {
    const tools = await all((params) => client.listTools(params), 'tools');
    assert.deepEqual(tools.map((tool) => tool.name), await namesOnTheWire());
    assert.equal(new Set(tools.map((tool) => tool.name)).size, tools.length);
    for (const tool of tools) {
      assert.equal(tool.inputSchema.type, 'object', tool.name);
      assert.equal(typeof tool.annotations.readOnlyHint, 'boolean', tool.name);
    }
  },

  'reads boletos with filters, fields and pages': async ({ client }) => {
    const ask = { filters: { status: 'overdue' }, limit: 10, fields: ['id', 'status', 'amount'] };
    const first = await call(client, 'banking_charge_bank_billet_list', ask);
    const cursor = first.structuredContent.meta.next_cursor;
    const second = await call(client, 'banking_charge_bank_billet_list', { ...ask, cursor });
    const records = [...data(first), ...data(second)];
    assert.equal(new Set(records.map((record) => record.id)).size, 20);
    for (const record of records) {
      assert.equal(record.status, 'overdue');
      assert.deepEqual(Object.keys(record).sort(), ['amount', 'id', 'status']);
    }
  },

  'reads an amount with all its digits': async ({ client }) => {
    const boleto = await call(client, 'banking_charge_bank_billet_get', { id: '7' });
    assert.equal(data(boleto).amount, 1234567890123.45);
    assert.match(boleto.content[0].text, /1234567890123\.45/);
    assert.match(boleto.content[0].text, /9007199254740993/);
  },

  'issues a boleto and reads it back': async ({ client }) => {
    const made = await call(client, 'banking_charge_bank_billet_create', {
      amount: 150.75,
      expire_at: '2030-01-31',
      customer_person_name: 'Ana Çelik "Flor" <&>',
      customer_cnpj_cpf: '111.444.777-35',
      customer_zipcode: '01001000',
      customer_address: 'Rua das Flores',
      customer_neighborhood: 'Centro',
      customer_city_name: 'São Paulo',
      customer_state: 'SP',
    });
    const { id } = data(made);
    const read = data(await call(client, 'banking_charge_bank_billet_get', { id: String(id) }));
    assert.equal(read.amount, 150.75);
    assert.equal(read.customer_person_name, 'Ana Çelik "Flor" <&>');
  },

  'registers a customer and changes it': async ({ client }, { name }) => {
    const { id } = data(await call(client, 'banking_crm_customer_create', newCustomer(`Interop ${name}`)));
    const changed = await call(client, 'banking_crm_customer_update', { id: String(id), person_name: `Changed ${name}` });
    assert.ok(!changed.isError, JSON.stringify(changed.content));
    const read = data(await call(client, 'banking_crm_customer_get', { id: String(id) }));
    assert.equal(read.person_name, `Changed ${name}`);
  },

  'keeps answers to calls in parallel apart': async ({ client }) => {
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    const boletos = await Promise.all(ids.map((id) => call(client, 'banking_charge_bank_billet_get', { id: String(id), fields: ['id'] })));
    assert.deepEqual(boletos.map((boleto) => data(boleto).id), ids);
  },

  'reads a listed resource': async ({ client }) => {
    const { resources } = await client.listResources();
    assert.ok(resources.length > 0);
    const { contents } = await client.readResource({ uri: resources[0].uri });
    assert.equal(contents[0].uri, resources[0].uri);
    assert.equal(contents[0].mimeType, 'application/json');
    assert.ok(JSON.parse(contents[0].text));
  },

  'lists resource templates': async ({ client }) => {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.some((template) => template.uriTemplate === 'kobana://banking/charge/bank_billets/{uid}'));
  },

  'is told of a missing resource': async ({ client }, { notFound }) => {
    const uri = 'kobana://banking/charge/bank_billets/00000000-0000-7000-8000-000000000000';
    await assert.rejects(client.readResource({ uri }), (error) => {
      assert.equal(error.code, notFound);
      assert.equal(error.data.uri, uri);
      return true;
    });
  },

  'gets a prompt': async ({ client }) => {
    const prompts = await all((params) => client.listPrompts(params), 'prompts');
    assert.ok(prompts.some((prompt) => prompt.name === 'banking_overdue_collection'));
    const prompt = await client.getPrompt({ name: 'banking_overdue_collection', arguments: { due_before: '2026-10-31' } });
    assert.match(prompt.messages[0].content.text, /2026-10-31/);
  },

  'completes an argument of a prompt': async ({ client }) => {
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'banking_overdue_collection' },
      argument: { name: 'channel', value: 'e' },
    });
    assert.deepEqual(completion.values, ['email']);
  },

  'completes a variable of a resource template': async ({ client }) => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'kobana://banking/charge/bank_billets/{uid}' },
      argument: { name: 'uid', value: '' },
    });
    assert.ok(Array.isArray(completion.values));
  },

  'is told of an unknown tool': async ({ client }) => {
    await assert.rejects(call(client, 'banking_no_such_tool', {}), (error) => error.code === invalidParams);
  },

  'is told of a wrong argument in a result': async ({ client }) => {
    assert.match(failure(await call(client, 'banking_charge_bank_billet_list', { filters: { status: 'late' } })), /status/);
    assert.match(failure(await call(client, 'banking_charge_bank_billet_list', { status: 'overdue' })), /status/);
    assert.match(failure(await call(client, 'banking_charge_bank_billet_create', { amount: 10 })), /expire_at/);
  },

  'is told of a record that is not there in a result': async ({ client }) => {
    assert.ok(failure(await call(client, 'banking_charge_bank_billet_get', { id: '999999' })));
  },
};

/** Checks that need another token than the one for everything. */
const connecting = {
  'is refused with a wrong token': async (connect) => {
    await assert.rejects(connect('sandbox-expired'), /401|unauthorized|authentication/i);
  },

  'sees no writes, and makes none, with a token for reading': async (connect) => {
    const { client } = await connect('sandbox-read');
    try {
      const tools = await all((params) => client.listTools(params), 'tools');
      assert.ok(tools.length > 50);
      assert.deepEqual(tools.filter((tool) => !tool.annotations.readOnlyHint).map((tool) => tool.name), []);
      await assert.rejects(call(client, 'banking_crm_customer_create', newCustomer('Nobody')), /scope|403/i);
    } finally {
      await client.close();
    }
  },
};

/** Checks that leave less to those after them. */
Object.assign(connecting, {
  'meets a 429': async (connect) => {
    // The account of this token may read five times an hour.
    const { client } = await connect('sandbox-limited');
    try {
      await assert.rejects(async () => {
        for (let read = 0; read < 6; read++) {
          data(await call(client, 'banking_charge_bank_billet_list', { limit: 1 }));
        }
      }, /429|Limite de leituras/);
      assert.ok((await client.listPrompts()).prompts.length > 0);
    } finally {
      await client.close();
    }
  },
});

async function check(name, run) {
  try {
    await run();
    report(true, name);
  } catch (error) {
    report(false, name, `${error.stack ?? error}`);
  }
}

async function tryOut(expected) {
  let connection;
  await check(`${expected.name}: connects`, async () => {
    connection = await expected.connect('sandbox-full');
  });
  for (const [name, run] of Object.entries(checks)) {
    await check(`${expected.name}: ${name}`, () => run(connection, expected));
  }
  for (const [name, run] of Object.entries(connecting)) {
    await check(`${expected.name}: ${name}`, () => run(expected.connect));
  }
  await connection?.client.close();
}

plan(clients.length * (1 + Object.keys(checks).length + Object.keys(connecting).length));
for (const expected of clients) {
  await tryOut(expected);
}
