// An operator's look at the console in a browser: log in, read the pipeline, watch a counter, read a bean.
//   node console.mjs BROWSER CONSOLE_URL GATEWAY_URL CONTEXT NAME PASSWORD DIRECTORY
// Pictures and the browser's profile go into DIRECTORY.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { plan, report } from './report.mjs';

const [browser, consoleUrl, gatewayUrl, context, username, password, directory] = process.argv.slice(2);
const STAGES = ['guard', 'authenticate', 'accept', 'negotiate', 'agree', 'throttle', 'route-by-method', 'answer'];
const LIMIT = 30_000;

const options = (credentials) => ({
  executablePath: browser,
  headless: true,
  viewport: { width: 1440, height: 900 },
  ...credentials,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const open = (credentials) =>
  chromium.launchPersistentContext(mkdtempSync(join(directory, 'profile-')), options(credentials));

const ping = () =>
  fetch(gatewayUrl, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer sandbox-full',
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });

async function check(name, work) {
  try {
    await work();
    report(true, name);
  } catch (failure) {
    report(false, name, String(failure));
  }
}

function assert(condition, detail) {
  if (!condition) {
    throw new Error(detail);
  }
}

plan(5);

await check('a browser without a login sees nothing', async () => {
  const stranger = await open({ httpCredentials: { username, password: `not-${password}` } });
  const answer = await stranger.pages()[0].goto(consoleUrl);
  await stranger.close();
  assert(answer.status() === 401, `answered ${answer.status()}`);
});

const session = await open({ httpCredentials: { username, password } });
const page = session.pages()[0];
page.setDefaultTimeout(LIMIT);
const box = (id) => page.locator('.react-flow__node', { hasText: `(ID: ${id})` });
const entry = (id) => page.locator(`[id="${id}"] > .pf-v6-c-tree-view__content .pf-v6-c-tree-view__node-text`);
const toggle = (id) => page.locator(`[id="${id}"] > .pf-v6-c-tree-view__content .pf-v6-c-tree-view__node-toggle`);
const picture = (name) => page.screenshot({ path: join(directory, name) });

await check('the route diagram shows the stages by name', async () => {
  await page.goto(consoleUrl);
  await entry(`org.apache.camel-CamelContexts-${context}-routes-mcp-folder`).click();
  for (const stage of STAGES) {
    await box(stage).waitFor({ state: 'attached' });
  }
});

// The diagram is wider than the window: its pane is dragged until this box is near the top.
async function bringIntoView(id) {
  const pane = await page.locator('.react-flow__pane').boundingBox();
  const at = await box(id).boundingBox();
  let across = pane.x + pane.width / 2 - at.x - at.width / 2;
  let down = pane.y + 190 - at.y;
  while (Math.abs(across) + Math.abs(down) > 4) {
    const dx = Math.max(-250, Math.min(250, across));
    const dy = Math.max(-250, Math.min(250, down));
    const x = pane.x + pane.width / 2 - dx / 2;
    const y = pane.y + pane.height / 2 - dy / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2);
    await page.mouse.move(x + dx, y + dy);
    await page.mouse.up();
    across -= dx;
    down -= dy;
  }
}

await check('a call moves the counters of its stages', async () => {
  // A box says how many are in it and how many it has seen, once the numbers have come.
  const seen = (stage, least) =>
    page.waitForFunction(
      ([text, from]) => {
        const nodes = [...document.querySelectorAll('.react-flow__node')];
        const found = nodes.find((node) => node.innerText.includes(text))?.innerText.match(/^\d+\n(\d+)\n/);
        return found && Number(found[1]) >= from ? { count: Number(found[1]) } : false;
      },
      [`(ID: ${stage})`, least],
    );
  const { count } = await (await seen('guard', 0)).jsonValue();
  await ping();
  await seen('guard', count + 1);
  await seen('answer', 1);
  await bringIntoView('guard');
  await picture('console-route.png');
});

await check('the table of routes shows what each has done', async () => {
  await entry(`org.apache.camel-CamelContexts-${context}-routes-folder`).click();
  // The diagram of all routes comes first, whatever is clicked before it is there.
  await page.getByRole('heading', { name: 'routes', exact: true }).waitFor();
  await box('mcp-endpoint').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Routes', exact: true }).click();
  await page.getByRole('row', { name: /\bmcp\s/ }).first().waitFor();
  await picture('console-routes.png');
});

await check('a bean of the gateway lists its figures', async () => {
  await page.getByText('JMX', { exact: true }).first().click();
  await toggle('br.com.kobana.mcp-folder').click();
  await toggle('br.com.kobana.mcp-Requests-folder').click();
  await entry(`br.com.kobana.mcp-Requests-${context}`).click();
  const ok = page.getByRole('row', { name: /^ok/ }).first();
  await ok.waitFor();
  const value = Number((await ok.innerText()).split(/\s+/)[1]);
  assert(value >= 1, `ok is ${value}`);
  await picture('console-beans.png');
});

await session.close();
