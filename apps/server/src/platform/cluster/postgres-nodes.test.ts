import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSystemClock } from '@kindling/protocol/clock';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPausableLink, type PausableLink } from '../../../testing/databases/pausable-link.ts';
import { createPostgresDatabase } from '../../../testing/databases/test-databases.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openPostgres } from '../database/engines/postgres.ts';
import { nodeTable } from '../database/node-table.ts';
import type { Nodes } from './nodes.ts';
import { openPostgresNodes } from './postgres-nodes.ts';

const server = process.env.TEST_DATABASE_URL;
/** A connection younger than six seconds proves nothing, and a busy machine is slow. */
const LONG = { timeout: 40_000 };

interface TestNode extends Nodes {
  readonly said: string[];
  fenced: number;
  gone: number;
}

describe.skipIf(!server)(
  `nodes on one PostgreSQL${server ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}`,
  { timeout: 120_000 },
  () => {
    let own: Awaited<ReturnType<typeof createPostgresDatabase>>;
    let link: PausableLink;
    let database: OpenDatabase;
    let process: Server;
    let opened: TestNode[];
    let openedAt: number;
    const sinceOpened = () => Date.now() - openedAt;

    beforeEach(async () => {
      own = await createPostgresDatabase(server ?? '');
      link = await createPausableLink(own.url);
      database = await openPostgres(own.url, {
        onFault: () => undefined,
        cluster: { onWaiting: () => undefined },
      });
      await database.started();
      process = createServer((socket) => socket.destroy());
      await once(process.listen(0, '127.0.0.1'), 'listening');
      opened = [];
      openedAt = Date.now();
    });
    afterEach(async () => {
      link.resume();
      await Promise.all(opened.map((node) => node.close()));
      await database.close();
      link.close();
      process.close();
      await own.drop();
    });

    const living = () => `http://127.0.0.1:${(process.address() as AddressInfo).port}`;
    /** Where nobody listens any more. */
    async function left(): Promise<string> {
      const other = createServer();
      await once(other.listen(0, '127.0.0.1'), 'listening');
      const { port } = other.address() as AddressInfo;
      await new Promise((resolve) => other.close(resolve));
      return `http://127.0.0.1:${port}`;
    }

    const answersAtOnce = async () => true;
    const neverAnswers = () => new Promise<boolean>(() => undefined);

    async function open(
      name: string,
      url = own.url,
      { address = living(), askReaches = answersAtOnce } = {},
    ): Promise<TestNode> {
      const said: string[] = [];
      const log = pino({ level: 'info' }, { write: (line: string) => said.push(line) });
      const clock = createSystemClock();
      const node = await openPostgresNodes({
        ...{ url, name, address, log, clock },
        ...{ db: database.db, capacity: 20, version: '0.1.0' },
        askReaches,
      });
      const test: TestNode = Object.defineProperties(
        { said, fenced: 0, gone: 0 },
        Object.getOwnPropertyDescriptors(node),
      ) as TestNode;
      node.onFenced(() => {
        test.fenced += 1;
      });
      node.onGone(() => {
        test.gone += 1;
      });
      opened.push(test);
      return test;
    }

    const idsOf = (node: Nodes) => node.alive().map(({ id }) => id);
    const numbersOf = (...nodes: Nodes[]) => nodes.map((node) => node.own);
    const rows = () => database.db.select().from(nodeTable).orderBy(nodeTable.id);
    /** Ends one connection of a node, as an operator or a firewall does. */
    const endConnection = (name: string, ofNode: number) =>
      database.db.execute(sql`select pg_terminate_backend(l.pid) from pg_locks l
        join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.objsubid = 2 and l.objid = ${ofNode} and l.granted
        and a.application_name = ${name}`);

    it('know each other, what each carries, and who leaves', async () => {
      const [a, b] = [await open('a'), await open('b')];
      b.report(() => ({ calls: 7, draining: true }));
      await expect.poll(() => idsOf(a)).toEqual(numbersOf(a, b));
      await expect
        .poll(() => a.alive()[1], LONG)
        .toMatchObject({
          ...{ name: 'b', calls: 7, capacity: 20, draining: true, address: living() },
        });
      await b.close();
      await expect.poll(() => idsOf(a)).toEqual(numbersOf(a));
      expect(await rows()).toHaveLength(1);
      expect(a.gone).toBe(1);
    });

    it('tell each other', async () => {
      const [a, b] = [await open('a'), await open('b')];
      let heard = 0;
      b.subscribe('nodes', () => {
        heard += 1;
      });
      await a.publish('nodes', null);
      await expect.poll(() => heard).toBeGreaterThan(0);
    });

    it('that lost a connection are not over: they take their lock again', async () => {
      const [a, b] = [await open('a'), await open('b')];
      const before = numbersOf(a, b);
      await expect.poll(() => idsOf(a)).toEqual(before);
      // When the other's own connection would be good enough for a judgement.
      await expect.poll(sinceOpened, LONG).toBeGreaterThan(7_000);
      await endConnection('kindling-node', b.own ?? 0);
      await expect.poll(() => a.said.join(''), LONG).toContain('unknown whether it lives');
      await expect
        .poll(
          () =>
            database.db.execute(sql`select from pg_locks l join pg_stat_activity s on s.pid = l.pid
              where l.objsubid = 2 and l.objid = ${b.own ?? 0} and l.granted
              and s.application_name = 'kindling-node'`),
          LONG,
        )
        .toMatchObject({ rows: [{}] });
      expect(numbersOf(a, b)).toEqual(before);
      expect([a.fenced, b.fenced]).toEqual([0, 0]);
      expect(a.said.join('')).not.toContain('node is over');
    });

    it('cut off from the database fence themselves, are taken for dead, and come back as others', async () => {
      // A machine that is cut off reaches the other nodes as little as the database.
      const cutOff = { askReaches: neverAnswers };
      const [a, b] = [await open('a'), await open('b', link.through(own.url), cutOff)];
      const [, number] = numbersOf(a, b);
      await expect.poll(() => idsOf(a)).toEqual(numbersOf(a, b));
      let knownAtFence: number[] = [];
      b.onFenced(() => {
        knownAtFence = idsOf(a);
      });
      link.pause();
      await expect.poll(() => b.fenced, LONG).toBe(1);
      expect(b.own).toBeNull();
      // It has let go before anybody may take.
      expect(knownAtFence).toContain(number);
      await expect.poll(() => idsOf(a), LONG).toEqual(numbersOf(a));
      expect(a.said.join('')).toContain('"why":"silent"');
      expect(a.fenced).toBe(0);
      link.resume();
      await expect.poll(() => b.own, LONG).toBeGreaterThan(number ?? 0);
      await expect.poll(() => idsOf(a), LONG).toEqual(numbersOf(a, b));
      await expect.poll(() => b.gone, LONG).toBeGreaterThan(0);
    });

    it('wait for a database that does not answer at first', async () => {
      link.pause();
      const opening = open('a', link.through(own.url));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await rows()).toEqual([]);
      link.resume();
      const a = await opening;
      expect(idsOf(a)).toEqual([a.own]);
      expect(await rows()).toHaveLength(1);
    });

    it('whose row was deleted fence themselves with their next beat', async () => {
      const a = await open('a');
      const number = a.own;
      await database.db.delete(nodeTable);
      await expect.poll(() => a.fenced, LONG).toBe(1);
      await expect.poll(() => a.own, LONG).toBeGreaterThan(number ?? 0);
      await expect.poll(() => idsOf(a), LONG).toEqual([a.own]);
    });

    it('that died without a farewell are known by their port as soon as their lock is free', async () => {
      const a = await open('a');
      const address = await left();
      const b = await open('b', link.through(own.url), { address });
      const number = b.own ?? 0;
      await expect.poll(() => idsOf(a)).toEqual([a.own, number]);
      await expect.poll(sinceOpened, LONG).toBeGreaterThan(7_000);
      link.cut();
      await expect.poll(() => idsOf(a), LONG).toEqual([a.own]);
      expect(a.said.join('')).toContain('"why":"gone"');
    });
    it('of both kinds refuse each other', async () => {
      const alone = () => openPostgres(own.url, { onFault: () => undefined });
      await expect(alone()).rejects.toMatchObject({
        code: 'database_in_use',
        message: expect.stringContaining('CLUSTER=true'),
      });
      await database.close();
      const single = await alone();
      await expect(
        openPostgres(own.url, {
          onFault: () => undefined,
          cluster: { onWaiting: () => undefined },
        }),
      ).rejects.toMatchObject({
        code: 'database_in_use',
        message: expect.stringContaining('without CLUSTER'),
      });
      await single.close();
      database = await openPostgres(own.url, {
        onFault: () => undefined,
        cluster: { onWaiting: () => undefined },
      });
    });

    it('start one after another', async () => {
      let waited = false;
      const first = await openPostgres(own.url, {
        onFault: () => undefined,
        cluster: { onWaiting: () => undefined },
      });
      let isSecondOpen = false;
      const second = openPostgres(own.url, {
        onFault: () => undefined,
        cluster: {
          onWaiting: () => {
            waited = true;
          },
        },
      }).then((it) => {
        isSecondOpen = true;
        return it;
      });
      await expect.poll(() => waited).toBe(true);
      expect(isSecondOpen).toBe(false);
      await first.started();
      await (await second).close();
      await first.close();
    });
  },
);
