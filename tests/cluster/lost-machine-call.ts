import { setTimeout as wait } from 'node:timers/promises';
import { startOwnPostgres } from '../../scripts/test-postgres.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { freePort } from '../support/network/free-port.ts';
import { openNodeProxy } from '../support/network/node-proxy.ts';
import { openOtherMachine } from '../support/network/other-machine.ts';
import { startKindling } from '../support/server/kindling.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { askDatabase, newDatabase } from './new-database.ts';
import { SHARED } from './two-nodes.ts';

/**
 * Run inside a network namespace by `lost-machine.test.ts`: a spoken call on a node whose machine is cut off while the
 * visitor is in it, and later plugged in again; prints one line of JSON.
 * `backAfter`, for measurements: ms from the cut until the assistant's first sentence afterwards was spoken.
 */

const HERE = '10.8.0.1';
const QUESTION = 'What is the mood tracker?';

await using stack = new AsyncDisposableStack();
process.once('SIGTERM', () => void stack.disposeAsync().finally(() => process.exit(1)));
const machine = openOtherMachine(HERE);
stack.defer(machine.close);
const postgres = await startOwnPostgres(HERE);
if (postgres === null) throw new Error('no PostgreSQL');
stack.defer(() => postgres.stop());
const database = new URL(await newDatabase(postgres, 'lost_machine'));
const proxy = await openNodeProxy();
stack.defer(proxy.close);

const there = await start('there', machine.address, machine.inside);
stack.defer(there.kill);
const here = await start('here', HERE, []);
stack.defer(async () => void (await here.stop()));
const microphone = recordMicrophone([{ pause: 11_000 }, { say: QUESTION }, { pause: 90_000 }]);
const browser = await launchChromium({ microphone });
stack.defer(() => browser.close());

const visitor = await visit(browser, proxy.url);
await visitor.startCall();
await visitor.untilLine(/^AI: .*(mood|check)/i);
machine.unplug();
const cutAt = performance.now();
await visitor.untilLine(/^AI: Sorry, we were cut off for a moment\./);
const backAfter = performance.now() - cutAt;
// It has to let go before another node takes the call.
const fenced = there.output().includes('node fenced');
machine.plug();
await untilNodes('2');
// Long enough for a node that wrongly takes its call back.
await wait(5_000);
const holder = await askDatabase(
  database.href,
  "select n.name || ' ' || c.epoch || ' ' || c.status from call c join node n on n.id = c.node_id",
);
const lines = await visitor.transcript();
await visitor.endCall();
const calls = await endedCalls({ ...here, dataFolder: there.dataFolder }, 1);
console.log(JSON.stringify({ backAfter, fenced, holder, calls, lines }));

async function start(name: string, host: string, inside: readonly string[]) {
  const port = await freePort();
  proxy.nodes = [...proxy.nodes, { host, port }];
  const url = new URL(database);
  url.hostname = HERE;
  return startKindling({
    ...{ port, host, inside },
    env: {
      ...{ ...SHARED, HOST: '0.0.0.0', NODE_NAME: name, NODE_ADDRESS: `http://${host}:${port}` },
      ...{ PUBLIC_URL: proxy.url, DATABASE_URL: url.href },
    },
  });
}

async function untilNodes(count: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if ((await askDatabase(database.href, 'select count(*) from node')) === count) return;
    await wait(100);
  }
  throw new Error(`no ${count} nodes within 30 s`);
}
