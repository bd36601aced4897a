import { createInterface } from 'node:readline';
import { openNodeProxy } from '../tests/support/network/node-proxy.ts';
import { createDemoNode, type DemoNode } from './demo-takeover/demo-node.ts';
import { narrate } from './demo-takeover/narrate.ts';
import { watchCalls } from './demo-takeover/watch-calls.ts';
import { startInstalledPostgres } from './test-postgres.ts';

/**
 * Shows that a call outlives its server: two servers on one PostgreSQL, one address before both, and a key that kills
 * the one that has the call.
 *
 *   npm run demo:takeover [-- --port 8787]
 */

const NO_POSTGRES = `This demonstration needs PostgreSQL on this machine; it starts one of its own, on an empty folder.

  Debian, Ubuntu:  sudo apt-get install postgresql
`;
const DEFAULT_PORT = 8787;

const say = (line: string) => process.stdout.write(`${line}\n`);

await using resources = new AsyncDisposableStack();
const stopping = Promise.withResolvers<void>();
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopping = true;
    stopping.resolve();
  });

const postgres = await startInstalledPostgres();
if (postgres === null) {
  process.stderr.write(NO_POSTGRES);
  process.exit(1);
}
resources.defer(postgres.stop);
const proxy = await openNodeProxy(portOf(process.argv)).catch((error: Error) => {
  process.stderr.write(`${error.message}\nAnother port: npm run demo:takeover -- --port 8788\n`);
  return null;
});
if (proxy !== null) {
  resources.defer(() => proxy.close());
  await Promise.race([show(postgres.url, proxy), stopping.promise]);
  await stopping.promise;
  say('\nEnding both servers.');
} else process.exitCode = 1;

async function show(databaseUrl: string, { url }: { readonly url: string }): Promise<void> {
  const nodes: DemoNode[] = [];
  resources.defer(async () => void (await Promise.all(nodes.map((node) => node.close()))));
  for (const name of ['node-1', 'node-2']) {
    say(`Starting ${name} …`);
    const node = await createDemoNode({ name, databaseUrl, url, onLine: narrate(name, say) });
    nodes.push(node);
    proxyTo(nodes);
    await node.start();
  }
  say(`
  Open ${url} in a browser, press "Speak with an AI agent" and talk.
  Then press Enter here: the server that has your call is killed (kill -9).
  Ctrl-C ends everything.
`);
  const calls = await watchCalls(databaseUrl, say);
  resources.defer(calls.close);
  const keys = createInterface({ input: process.stdin });
  resources.defer(() => keys.close());
  keys.on(
    'line',
    () =>
      void killHolder(nodes, calls.holder()).catch((error) => {
        // A server that is ended while it starts again is no fault.
        if (!isStopping) say(String(error));
      }),
  );
}

/** New calls are made by whichever comes first. */
function proxyTo(nodes: readonly DemoNode[]): void {
  if (proxy !== null) proxy.nodes = nodes;
}

async function killHolder(nodes: readonly DemoNode[], holder: string | null): Promise<void> {
  const node = nodes.find(({ name, isRunning }) => isRunning && name === holder);
  if (node === undefined) {
    say('Nobody is in a call: start one first.');
    return;
  }
  if (!nodes.every(({ isRunning }) => isRunning)) {
    say('The other server is not up again yet: one has to be left.');
    return;
  }
  say(`\n✗ ${node.name} is killed with SIGKILL. Nothing of it could say goodbye.`);
  await node.kill();
  say(`  ${node.name} is started again, as a service manager would.`);
  await node.start();
  say(`  ${node.name} is up again. Enter kills whichever has the call now.\n`);
}

function portOf(given: readonly string[]): number {
  const at = given.indexOf('--port');
  if (at === -1) return DEFAULT_PORT;
  const port = Number(given[at + 1]);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  process.stderr.write('--port: a number from 1 to 65535.\n');
  process.exit(1);
}
