import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { begun, describeJobs, GREET, hang } from '../../../testing/kits/job-kit.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import type { Nodes } from '../cluster/nodes.ts';
import { singleNode } from '../cluster/single-node.ts';
import { nodeTable } from '../database/node-table.ts';
import { jobTable } from '../database/platform-tables.ts';

describeJobs('leases of jobs', (kit) => {
  it('repeats after a crash, once the lease has run out: crash-while-running', async () => {
    const crashed = kit().open(() => new Promise(() => {}));
    await crashed.add('Ada');
    const seen: number[] = [];
    // The first server takes it and is never heard of again.
    crashed.jobs.start();
    await begun(await untilTaken(), 1);
    const next = kit().open(async ({ attempt }) => void seen.push(attempt));
    await next.work();
    expect(seen).toEqual([]);
    await next.pass(120_001);
    await next.pass(60_001);
    expect(seen).toEqual([2]);
    // What the first one still says does not count any more.
    crashed.clock.advance(60_000);
    crashed.clock.advance(5_000);
    await crashed.jobs.settled();
    expect((await kit().rows())[0]).toMatchObject({ dueAt: null, lastError: null });
  });

  it('repeats at the next start what the only server had begun: crash-restart', async () => {
    const crashed = kit().open(() => new Promise(() => {}));
    await crashed.add('Ada');
    crashed.jobs.start();
    await begun(await untilTaken(), 1);
    const seen: number[] = [];
    const next = kit().open(async ({ attempt }) => void seen.push(attempt));
    await next.jobs.recover();
    await next.work();
    expect(seen).toEqual([2]);
    expect(next.logged.join('')).toContain('jobs of a dead process are repeated');
    await letTakeLong(crashed);
  });

  it('repeats what a node had begun once that node is over, and not before: node-over', async () => {
    const first = await joinNode();
    const dying = kit().open(() => new Promise(() => {}), GREET, createManualClock(), first);
    await dying.add('Ada');
    dying.jobs.start();
    await begun(await untilTaken(), 1);
    const seen: number[] = [];
    const run = async ({ attempt }: { attempt: number }) => void seen.push(attempt);
    const second = await joinNode();
    const other = kit().open(run, GREET, createManualClock(), second);
    await other.jobs.recover();
    await other.work();
    expect(seen).toEqual([]);

    await kit()
      .db.delete(nodeTable)
      .where(eq(nodeTable.id, first.own ?? 0));
    await other.jobs.recover();
    await other.jobs.settled();
    expect(seen).toEqual([2]);
    await kit().db.delete(nodeTable);
    await letTakeLong(dying);
  });

  it('stops what runs when it is taken for dead: fenced', async () => {
    let fence = () => {};
    const nodes = { ...(await joinNode()), onFenced: (listener: () => void) => (fence = listener) };
    const seen: string[] = [];
    const fenced = kit().open(
      async ({ signal }) => {
        seen.push('begun');
        await hang(signal).finally(() => seen.push('stopped'));
      },
      GREET,
      createManualClock(),
      nodes,
    );
    await fenced.add('Ada');
    fenced.jobs.start();
    await begun(seen, 1);
    fence();
    await begun(seen, 2);
    expect(seen.slice(0, 2)).toEqual(['begun', 'stopped']);
    await kit().db.delete(nodeTable);
    await letTakeLong(fenced);
  });

  /** Who never answers is not waited for at the end. */
  async function letTakeLong({ clock, jobs }: ReturnType<ReturnType<typeof kit>['open']>) {
    const closing = jobs.close();
    clock.advance(60_000);
    clock.advance(5_000);
    await closing;
  }

  async function joinNode(): Promise<Nodes> {
    const [row] = await kit()
      .db.insert(nodeTable)
      .values({
        name: 'one',
        address: 'http://127.0.0.1:1',
        beat: new Date(),
        capacity: 1,
        version: '1',
      })
      .returning({ id: nodeTable.id });
    return { ...singleNode, isCluster: true, own: row?.id ?? null };
  }

  async function untilTaken(): Promise<readonly unknown[]> {
    for (;;) {
      const taken = await kit().db.select().from(jobTable).where(eq(jobTable.running, true));
      if (taken.length > 0) return taken;
    }
  }

  it('stays taken while it runs, however long: lease-renewed', async () => {
    const seen: string[] = [];
    const kind = { ...GREET, timeout: 3_600_000 };
    const first = kit().open(async ({ signal }) => {
      seen.push('first');
      await hang(signal);
    }, kind);
    await first.add('Ada');
    first.jobs.start();
    await begun(seen, 1);
    for (let passed = 0; passed < 10; passed += 1) {
      const [before] = await kit().rows();
      first.clock.advance(30_000);
      while ((await kit().rows())[0]?.dueAt?.getTime() === before?.dueAt?.getTime());
    }
    const second = kit().open(async () => void seen.push('second'), kind, first.clock);
    await second.work();
    expect(seen).toEqual(['first']);
    const closing = first.jobs.close();
    first.clock.advance(5_000);
    await closing;
  });

  it('stops what another worker has taken meanwhile: lease-lost', async () => {
    const seen: string[] = [];
    const first = kit().open(async ({ signal }) => {
      seen.push('begun');
      await hang(signal).catch(() => seen.push('stopped'));
    });
    await first.add('Ada');
    first.jobs.start();
    await begun(seen, 1);
    await kit().db.update(jobTable).set({ attempts: 7 });
    first.clock.advance(30_000);
    await begun(seen, 2);
    await first.jobs.settled();
    expect((await kit().rows())[0]).toMatchObject({ running: true, finishedAt: null });
  });

  it('gives up what takes the process down each time', async () => {
    let tries = 0;
    const { add, work } = kit().open(
      async () => {
        tries += 1;
      },
      { ...GREET, attempts: 2 },
    );
    await add('Ada');
    await kit().db.update(jobTable).set({ attempts: 2 });
    await work();
    expect(tries).toBe(0);
    expect((await kit().rows())[0]?.lastError).toContain('never came to an end');
  });

  it('leaves what runs at a stop to the next start, uncounted', async () => {
    const begunJobs: string[] = [];
    const first = kit().open(async ({ payload: { name: greeted }, signal }) => {
      begunJobs.push(greeted);
      await hang(signal);
    });
    await first.add('Ada');
    first.jobs.start();
    await begun(begunJobs, 1);
    const closing = first.jobs.close();
    first.clock.advance(5_000);
    await closing;
    const seen: number[] = [];
    await kit()
      .open(async ({ attempt }) => void seen.push(attempt), GREET, first.clock)
      .work();
    expect(seen).toEqual([1]);
  });
});
