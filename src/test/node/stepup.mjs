// Logs in to the gateway through an authorization server and asks it for more when more is needed, with the
// OAuth support of the official clients:
//   node stepup.mjs URL AUTHORIZATION_SERVER_PORT ACCOUNT_UID
// The gateway takes JWTs of that server. Prints a line for each check and exits with 1 when one failed.
import assert from 'node:assert/strict';
import * as modern from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Events, OAuth2Server } from 'oauth2-mock-server';
import { plan, report } from './report.mjs';

const url = new URL(process.argv[2]);
const port = Number(process.argv[3]);
const account = process.argv[4];
const callback = 'http://localhost:1/callback';
const identity = { name: 'kobana-mcp-gateway-interop', version: '1.0.0' };

/** A server that grants what it is asked for, for the resource it is asked for. */
async function authorizationServer() {
  const server = new OAuth2Server();
  const granted = new Map();
  await server.issuer.keys.generate('RS256');
  await server.start(port, 'localhost');
  server.service.on(Events.BeforeAuthorizeRedirect, (redirect, request) => {
    const asked = new URL(request.url, server.issuer.url).searchParams;
    granted.set(redirect.url.searchParams.get('code'), asked.get('scope'));
  });
  server.service.on(Events.BeforeTokenSigning, (token, request) => {
    token.payload.scope = granted.get(request.body.code);
    token.payload.aud = request.body.resource;
    token.payload.account_uid = account;
  });
  server.service.on(Events.BeforeResponse, (response, request) => {
    response.body.scope = granted.get(request.body.code);
    delete response.body.refresh_token;
  });
  return server;
}

/** What an application keeps of a login; the person at the browser says yes at once. */
class Login {
  authorizations = [];
  #kept = {};

  get redirectUrl() { return callback; }
  get clientMetadata() { return { client_name: identity.name, redirect_uris: [callback] }; }
  state() { return crypto.randomUUID(); }
  clientInformation() { return this.#kept.client ?? { client_id: 'interop' }; }
  saveClientInformation(client) { this.#kept.client = client; }
  tokens() { return this.#kept.tokens; }
  saveTokens(tokens) { this.#kept.tokens = tokens; }
  saveCodeVerifier(verifier) { this.#kept.verifier = verifier; }
  codeVerifier() { return this.#kept.verifier; }
  saveDiscoveryState(state) { this.#kept.discovery = state; }
  discoveryState() { return this.#kept.discovery; }

  async redirectToAuthorization(where) {
    const answer = await fetch(where, { redirect: 'manual' });
    this.authorizations.push({
      scope: where.searchParams.get('scope').split(' ').sort(),
      resource: where.searchParams.get('resource'),
      method: where.searchParams.get('code_challenge_method'),
      back: new URL(answer.headers.get('location')).searchParams,
    });
  }

  /** The code that the browser brought back last. */
  get back() { return this.authorizations.at(-1).back; }
}

const clients = [
  {
    name: 'client 2.4.0',
    Transport: modern.StreamableHTTPClientTransport,
    client: () => new modern.Client(identity, { versionNegotiation: { mode: 'auto' } }),
    finish: (transport, login) => transport.finishAuth(login.back),
    accumulates: true,
  },
  {
    name: 'sdk 1.32.2',
    Transport: OldTransport,
    client: () => new OldClient(identity),
    finish: (transport, login) => transport.finishAuth(login.back.get('code')),
  },
];

const customer = {
  person_name: 'Ana', cnpj_cpf: '111.444.777-35', address: 'Rua das Flores', neighborhood: 'Centro',
  zipcode: '01001000', city_name: 'São Paulo', state: 'SP',
};
const create = (client) => client.callTool({ name: 'banking_crm_customer_create', arguments: customer });
const unauthorized = (error) => error.name === 'UnauthorizedError' || /unauthorized/i.test(String(error));

async function check(name, run) {
  try {
    await run();
    report(true, name);
  } catch (error) {
    report(false, name, `${error.stack ?? error}`);
  }
}

async function tryOut({ name, Transport, client: newClient, finish, accumulates }) {
  const login = new Login();
  const newTransport = () => new Transport(url, { authProvider: login });
  let transport = newTransport();
  let client = newClient();

  await check(`${name}: is led to the login and asks for little`, async () => {
    await assert.rejects(client.connect(transport), unauthorized);
    assert.deepEqual(login.authorizations.map((a) => a.scope), [['all', 'login', 'read']]);
    assert.equal(login.authorizations[0].resource, url.href);
    assert.equal(login.authorizations[0].method, 'S256');
  });

  await check(`${name}: works with the token it got`, async () => {
    await finish(transport, login);
    transport = newTransport();
    client = newClient();
    await client.connect(transport);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 50);
    assert.deepEqual(tools.filter((tool) => !tool.annotations.readOnlyHint), []);
  });

  await check(`${name}: asks for all that the call needs, once`, async () => {
    await assert.rejects(create(client), unauthorized);
    assert.equal(login.authorizations.length, 2);
    const { scope } = login.authorizations[1];
    // The older client asks for what the challenge names and no more; the newer one adds what it had.
    assert.deepEqual(scope, accumulates ? ['all', 'crm.customers', 'login', 'read', 'write'] : ['crm.customers', 'write']);
  });

  await check(`${name}: may write then`, async () => {
    await finish(transport, login);
    const made = await create(client);
    assert.ok(!made.isError, JSON.stringify(made.content));
    assert.equal(login.authorizations.length, 2);
  });

  await client.close().catch(() => {});
}

const ping = (token) => fetch(url, {
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
});

const server = await authorizationServer();
const token = (claims) => server.issuer.buildToken({
  scopesOrTransform: (header, payload) => Object.assign(payload, { scope: 'all read', aud: url.href, account_uid: account }, claims),
});
plan(clients.length * 4 + 3);
for (const one of clients) {
  await tryOut(one);
}

await check('tokens of this server for this resource are taken, and others are not', async () => {
  assert.equal((await ping(await token({}))).status, 200);
  const now = Math.floor(Date.now() / 1000);
  for (const wrong of [{ aud: 'https://other.example.com' }, { iss: 'http://localhost:1' }, { exp: now - 1 }, { nbf: now + 60 }]) {
    const answer = await ping(await token(wrong));
    assert.equal(answer.status, 401, JSON.stringify(wrong));
    assert.match(answer.headers.get('www-authenticate'), /error="invalid_token"/);
  }
});

await check('a rotated key is taken', async () => {
  const { kid } = await server.issuer.keys.generate('ES256');
  const rotated = await server.issuer.buildToken({
    kid,
    scopesOrTransform: (header, payload) => Object.assign(payload, { scope: 'all read', aud: url.href, account_uid: account }),
  });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.equal((await ping(rotated)).status, 200);
});

await check('the host root leads to a server with what clients need', async () => {
  const metadata = await (await fetch(new URL('/.well-known/oauth-authorization-server', url))).json();
  assert.equal(metadata.issuer, server.issuer.url);
  assert.ok(metadata.code_challenge_methods_supported.includes('S256'));
  assert.ok(metadata.authorization_endpoint && metadata.token_endpoint);
});

await server.stop();
