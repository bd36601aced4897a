import { once } from 'node:events';
import { createServer } from 'node:net';
import { createSystemClock } from '@kindling/protocol/clock';
import { openPostgresNodes } from '../../apps/server/src/platform/cluster/postgres-nodes.ts';
import { openPostgres } from '../../apps/server/src/platform/database/engines/postgres.ts';
import { createLogger } from '../../apps/server/src/platform/metrics/logger.ts';

/** A node without a server: says on standard output, a line each, what it knows and what happens to it. */

const [url = '', port = '', name = ''] = process.argv.slice(2);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const onFault = (error: unknown) => say({ msg: 'fault', error: String(error) });

const listening = createServer((socket) => socket.destroy());
await once(listening.listen(Number(port), '127.0.0.1'), 'listening');
const { db, started } = await openPostgres(url, {
  onFault,
  cluster: { onWaiting: () => undefined },
});
await started();
const nodes = await openPostgresNodes({
  ...{ url, db, name, version: '0.1.0', capacity: 20 },
  address: `http://127.0.0.1:${port}`,
  clock: createSystemClock(),
  // It answers nothing, and so may reach it.
  askReaches: async () => true,
  log: createLogger('info'),
});
nodes.onFenced(() => say({ msg: 'fenced' }));

let last = '';
const tell = () => {
  const known = JSON.stringify({ own: nodes.own, alive: nodes.alive().map(({ id }) => id) });
  if (known !== last) process.stdout.write(`${known}\n`);
  last = known;
};
tell();
setInterval(tell, 10);
