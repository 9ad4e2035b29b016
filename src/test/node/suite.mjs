// The conformance suite as a child process, and what stands between it and the gateway.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const suite = file('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs the suite to its end: its exit code and what it printed. */
export function conformance(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed }));
  });
}

/** Starts the script that adds the token; resolves once it listens. */
export function startInjector(port, gateway, token) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file('inject.mjs'), port, new URL(gateway).origin, token], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => resolve(child));
    child.once('close', (code) => reject(new Error(`inject.mjs ended with ${code}`)));
  });
}
