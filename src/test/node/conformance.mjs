// Runs the server scenarios of conformance/scenarios.yml against a gateway:
//   node conformance.mjs GATEWAY_URL TOKEN PORT RESULTS [own] [fixtures]
// The suite cannot send a token: it talks to inject.mjs on PORT of localhost, so http://localhost:PORT is
// among the gateway's allowed origins. RESULTS is a directory for what each scenario saw. The words after
// it choose which scenarios run by what they need: "own" when none is given.
import { readFile, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { conformance, file, startInjector } from './suite.mjs';
import { plan, report } from './report.mjs';

const [gateway, token, port, results, ...given] = process.argv.slice(2);
const chosen = given.length > 0 ? given : ['own'];
const scenarioTimeout = 20_000;

const entries = parse(await readFile(file('conformance/scenarios.yml'), 'utf8'));

const line = (scenario, versions) => `${scenario} [${versions.join(', ')}]`;

/** The file lists exactly the scenarios of the suite, at exactly its versions. */
async function sameScenarios() {
  const { code, printed } = await conformance(['list', '--server']);
  const offered = [...printed.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name, versions]) => line(name, versions.split(',')));
  const listed = entries.map(({ scenario, versions }) => line(scenario, versions));
  const differences = [
    ...offered.filter((name) => !listed.includes(name)).map((name) => `not in the file: ${name}`),
    ...listed.filter((name) => !offered.includes(name)).map((name) => `not in the suite: ${name}`),
    ...entries.filter(({ needs, reason }) => !['own', 'fixtures'].includes(needs) && !(needs === 'excluded' && reason)).map(({ scenario }) => `no reason: ${scenario}`),
  ];
  report(code === 0 && offered.length > 0 && differences.length === 0, 'scenarios.yml lists the scenarios of the suite', differences.join('; '));
}

const text = ({ errorMessage, details }) => `${errorMessage ?? ''} ${JSON.stringify(details ?? '')}`;

/** What one scenario's checks say against what is expected of them. */
function judge(checks, expected) {
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const others = checks.filter(({ status }) => status !== 'SUCCESS' && (status !== 'INFO' || passed === 0));
  const fits = (check, entry) => check.id === entry.check && check.status === entry.status && text(check).includes(entry.says ?? '');
  const unexpected = others.filter((check) => !expected.some((entry) => fits(check, entry)));
  const stale = expected.filter((entry) => !others.some((check) => fits(check, entry)));
  return {
    passed: checks.length > 0 && unexpected.length === 0 && stale.length === 0,
    detail: [
      `${passed} passed`,
      ...expected.map(({ check, status, says, reason }) => `expected ${status} ${check}: ${says ?? reason}`),
      ...unexpected.map((check) => `UNEXPECTED ${check.status} ${check.id}: ${text(check)}`),
      ...stale.map(({ check, status }) => `NO LONGER ${status} ${check}`),
    ].join('; '),
  };
}

async function runScenario({ scenario, version, expected }) {
  const directory = path.join(results, version, scenario);
  await rm(directory, { recursive: true, force: true });
  const { code, printed } = await conformance([
    ...['server', '--url', `http://localhost:${port}/mcp`, '--scenario', scenario, '--spec-version', version],
    ...['--timeout', String(scenarioTimeout), '-o', directory],
  ]);
  const files = globSync('**/checks.json', { cwd: directory });
  if (files.length !== 1) {
    return { passed: false, detail: `exit code ${code}, ${files.length} results\n${printed}` };
  }
  return judge(JSON.parse(await readFile(path.join(directory, files[0]), 'utf8')), expected);
}

const runs = entries
  .filter(({ needs }) => chosen.includes(needs))
  .flatMap(({ scenario, versions, expected = [] }) =>
    versions.map((version) => ({ scenario, version, expected: expected.filter(({ at }) => at === undefined || at === version) })));

plan(runs.length + 1);
await sameScenarios();
const injector = await startInjector(port, gateway, token);
try {
  const waiting = [...runs];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { passed, detail } = await runScenario(next);
      report(passed, `${next.version} ${next.scenario}`, detail);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
} finally {
  injector.kill();
}
