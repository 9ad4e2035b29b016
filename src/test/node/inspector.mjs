// Uses the gateway through the Inspector's command line, in both eras:
//   node inspector.mjs URL HOME
// The gateway runs on its sandbox. HOME is a directory for what the Inspector keeps. Prints a line for each
// check and exits with 1 when one failed. It cannot be asked a question, and there is no command for completion.
// package.json holds its web server, vite, back to a version whose optional dependencies can all be fetched.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { plan, report } from './report.mjs';

const [url, home] = process.argv.slice(2);
const inspector = fileURLToPath(new URL('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url));
const eras = ['legacy', 'modern'];
const customer = {
  person_name: 'Ana', cnpj_cpf: '111.444.777-35', address: 'Rua das Flores', neighborhood: 'Centro',
  zipcode: '01001000', city_name: 'São Paulo', state: 'SP',
};

/** One invocation: its exit code, its JSON on stdout, and what it said on stderr. */
function run(era, token, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      inspector, '--cli', '--server-url', url, '--transport', 'http', '--protocol-era', era,
      '--header', `Authorization: Bearer ${token}`, '--format', 'json', '--stored-auth-only', ...args,
    ], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: home } });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => (printed[stream] += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...printed }));
  });
}

async function result(era, ...args) {
  const ended = await run(era, 'sandbox-full', args);
  assert.equal(ended.code, 0, ended.stderr);
  return JSON.parse(ended.stdout.split('\n')[0]).result;
}

const call = (tool, args) => ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];

const checks = {
  'lists every tool, and finds no schema that a host would refuse': async (era) => {
    const { code, stdout, stderr } = await run(era, 'sandbox-full', ['--method', 'tools/list', '--strict']);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /error/i);
    // The pages of the server are of 100.
    assert.ok(JSON.parse(stdout.split('\n')[0]).result.tools.length > 200);
  },
  'lists and reads resources': async (era) => {
    const { resources } = await result(era, '--method', 'resources/list');
    const { contents } = await result(era, '--method', 'resources/read', '--uri', resources[0].uri);
    assert.equal(contents[0].uri, resources[0].uri);
    const { resourceTemplates } = await result(era, '--method', 'resources/templates/list');
    assert.ok(resourceTemplates.length > 10);
  },
  'lists and gets prompts': async (era) => {
    const { prompts } = await result(era, '--method', 'prompts/list');
    assert.ok(prompts.some(({ name }) => name === 'banking_overdue_collection'));
    const { messages } = await result(era, '--method', 'prompts/get', '--prompt-name', 'banking_overdue_collection', '--prompt-args', 'due_before=2026-10-31');
    assert.match(messages[0].content.text, /2026-10-31/);
  },
  'reads a boleto': async (era) => {
    const boleto = await result(era, ...call('banking_charge_bank_billet_get', { id: '7', fields: ['id'] }));
    assert.equal(boleto.structuredContent.data.id, 7);
  },
  'registers a customer': async (era) => {
    const made = await result(era, ...call('banking_crm_customer_create', { ...customer, person_name: `Inspector ${era}` }));
    assert.equal(made.structuredContent.data.person_name, `Inspector ${era}`);
  },
  'runs a destructive tool, for it declares no way to be asked': async (era) => {
    const cancelled = await result(era, ...call('banking_charge_bank_billet_cancel', { id: era === 'legacy' ? '60' : '61' }));
    assert.equal(cancelled.structuredContent.data.status, 'canceled');
  },
  'is told of wrong arguments in a result': async (era) => {
    const { code, stdout } = await run(era, 'sandbox-full', call('banking_charge_bank_billet_create', { amount: 10 }));
    assert.equal(code, 5, stdout);
    assert.match(stdout, /expire_at/);
  },
  'finds no write with a token for reading': async (era) => {
    const { code, stdout, stderr } = await run(era, 'sandbox-read', call('banking_crm_customer_create', customer));
    assert.notEqual(code, 0);
    assert.match(stdout + stderr, /not found/);
  },
  'is refused with a wrong token': async (era) => {
    const { code, stdout, stderr } = await run(era, 'sandbox-expired', ['--method', 'tools/list']);
    assert.notEqual(code, 0);
    assert.match(stdout + stderr, /401|auth/i);
  },
  'meets a 429': async (era) => {
    // The account of this token may read five times an hour.
    for (let read = 0; read < 6; read++) {
      const { code, stdout, stderr } = await run(era, 'sandbox-limited', call('banking_charge_bank_billet_list', { limit: 1 }));
      if (code !== 0) {
        assert.match(stdout + stderr, /429|Limite de leituras/);
        return;
      }
    }
    assert.fail('six reads passed');
  },
};

await mkdir(home, { recursive: true });
const all = eras.flatMap((era) => Object.entries(checks).map(([name, check]) => ({ era, name, check })));
plan(all.length);
// A write of one check must not meet the count of another; the eras do not touch each other's records.
await Promise.all(eras.map(async (era) => {
  for (const { name, check } of all.filter((one) => one.era === era)) {
    try {
      await check(era);
      report(true, `inspector 2.12.0 ${era}: ${name}`);
    } catch (error) {
      report(false, `inspector 2.12.0 ${era}: ${name}`, `${error.stack ?? error}`);
    }
  }
}));
