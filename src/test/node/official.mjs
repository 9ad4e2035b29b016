// Runs the conformance suite as its authors score it, against a gateway that serves the suite's fixtures:
//   node official.mjs GATEWAY_URL TOKEN PORT RESULTS
// The required scenarios of two revisions, the three pending ones that are worth passing, and everything at
// the wire of 2025-06-18. What is not expected to pass stands in conformance/REVISION.yml with its reason;
// the suite itself fails the run where another scenario fails and where a listed one passes.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { conformance, file, startInjector } from './suite.mjs';
import { plan, report } from './report.mjs';

const [gateway, token, port, results] = process.argv.slice(2);
const pending = ['http-header-validation', 'http-custom-header-server-validation', 'json-schema-2020-12'];

const baseline = (revision) => ['--expected-failures', file(`conformance/${revision}.yml`)];
const requirements = (revision, score) => ({
  name: `${revision} required`, revision, score, args: ['--requirements', revision, ...baseline(revision)],
});
const runs = [
  requirements('2026-07-28', [36, 37]),
  requirements('2025-11-25', [21, 30]),
  ...pending.map((scenario) => ({ name: `2026-07-28 ${scenario}`, args: ['--scenario', scenario, '--spec-version', '2026-07-28'] })),
  { name: '2025-06-18 all', args: ['--suite', 'all', '--spec-version', '2025-06-18', ...baseline('2025-06-18')] },
];

/** The server scenarios that count for a revision. */
async function required(revision) {
  const { printed } = await conformance(['list', '--requirements', revision]);
  const [, server] = printed.match(/Server scenarios[^\n]*\n([^]*?)\n\n/) ?? assert.fail(printed);
  return [...server.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
}

/** How many of the scenarios that count have passed, by the summary that the suite prints last. */
async function scored(revision, printed) {
  const passed = new Set([...printed.matchAll(/^✓ (\S+): /gm)].map(([, name]) => name));
  const names = await required(revision);
  return [names.filter((name) => passed.has(name)).length, names.length];
}

async function run({ name, args, revision, score }, directory) {
  await mkdir(directory, { recursive: true });
  const { code, printed } = await conformance(['server', '--url', `http://localhost:${port}/mcp`, ...args, '-o', directory]);
  await writeFile(path.join(directory, 'printed.txt'), printed);
  const total = printed.match(/^Total: .*$/m)?.[0] ?? '';
  if (score === undefined) {
    report(code === 0, name, code === 0 ? total : printed);
    return;
  }
  const reached = await scored(revision, printed);
  const right = code === 0 && reached.join() === score.join();
  report(right, name, `${reached.join(' of ')} required scenarios, ${score.join(' of ')} expected; ${right ? total : printed}`);
}

plan(runs.length);
const injector = await startInjector(port, gateway, token);
try {
  for (const each of runs) {
    await run(each, path.join(results, each.name.replaceAll(' ', '-')));
  }
} finally {
  injector.kill();
}
