import pg from 'pg';
import type { BenchCluster } from '../support/cluster.ts';
import { judgeCall } from './judge.ts';
import type { Moment } from './moments.ts';
import type { Organisation } from './organisation.ts';
import type { Outcome } from './outcome.ts';
import { createCall, introduce, joinTalk, pause, startTalk, type Talk } from './talk.ts';

export type Role = 'subject' | 'bystander';

/** What became of one call; `talk` is null where it was never joined. */
export interface JudgedCall {
  readonly role: Role;
  readonly talk: Talk | null;
  /** Epoch ms, to find it in logs. */
  readonly killedAt: number;
  readonly outcome: Outcome;
}

export interface KillOptions {
  readonly cluster: BenchCluster;
  readonly organisation: Organisation;
  readonly moment: Moment;
  /** Which node has the calls. */
  readonly place: number;
  /** Its media process dies in the same instant. */
  readonly whole: boolean;
  readonly random: () => number;
  /** Resolves when all nodes run that an earlier kill took. */
  readonly whenReady: Promise<unknown>;
}

/** Brings one call to its moment beside another, kills their node, and judges what both callers hear. */
export async function killOnce(options: KillOptions): Promise<JudgedCall[]> {
  const { cluster, organisation, moment, whole, random } = options;
  const holder = cluster.nodes[options.place % cluster.nodes.length];
  if (holder === undefined) throw new Error('There are no nodes.');
  const others = cluster.nodes.filter((node) => node !== holder);
  cluster.proxy.nodes = [holder, ...others];
  // One that still starts would leave its calls to another node, which is not killed.
  if (holder.server === null) await options.whenReady;
  const bystander = await startTalk(cluster, organisation.answers.assistant);
  await introduce(bystander);
  await options.whenReady;
  const [listens, delay, again] = [random() < 0.5, random() * moment.within, random()];
  const subject = await bringTo(options, async () => {
    if (!listens) bystander.type('Tell me a story.');
    await pause(delay);
    const killedAt = performance.now();
    await holder.kill(whole);
    return killedAt;
  });
  const { killedAt, talk } = subject;
  const second =
    moment.again === undefined ? null : killNext(cluster, bystander.callId, again * moment.again);
  const shared = { cluster, organisation, killedAt };
  const ends = moment.ends === true;
  const [mine, theirs] = await Promise.all([
    talk === null
      ? subject.outcome
      : judgeCall(talk, { ...shared, before: subject.before, ends, knows: moment.knows }),
    judgeCall(bystander, { ...shared, before: 1, ends: false }),
  ]);
  await second;
  const at = performance.timeOrigin + killedAt;
  return [
    { role: 'subject', talk, killedAt: at, outcome: mine },
    { role: 'bystander', talk: bystander, killedAt: at, outcome: theirs },
  ];
}

interface Subject {
  readonly talk: Talk | null;
  /** Of a call that was never joined. */
  readonly outcome: Outcome;
  /** Connections until the kill. */
  readonly before: number;
  readonly killedAt: number;
}

/** A call at its moment, in which the node is killed. */
async function bringTo(
  { cluster, organisation, moment: { lead, stage, answeredBy = 'assistant' } }: KillOptions,
  kill: () => Promise<number>,
): Promise<Subject> {
  if (lead !== undefined) {
    const talk = await startTalk(cluster, organisation.answers[answeredBy]);
    await lead(talk, organisation);
    const before = talk.caller.connections;
    return { talk, before, killedAt: await kill(), outcome: failed(talk.callId, '') };
  }
  const creating = createCall(cluster, organisation.answers[answeredBy]);
  creating.catch(() => {});
  if (stage === 'connecting') await creating;
  const joining = creating.then(joinTalk);
  joining.catch(() => {});
  const killedAt = await kill();
  let callId = '';
  try {
    callId = (await creating).id;
    // Whatever is heard after the kill counts, on whatever connection.
    return { talk: await joining, before: 0, killedAt, outcome: failed(callId, '') };
  } catch (error) {
    return { talk: null, before: 0, killedAt, outcome: failed(callId, `not joined: ${error}`) };
  }
}

const failed = (callId: string, fault: string): Outcome => ({
  ...{ callId, gap: null, backAfter: null, faults: [fault] },
});

/** Kills whichever node has the call by then. */
async function killNext(cluster: BenchCluster, callId: string, delay: number): Promise<void> {
  await pause(delay);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const name = await nameOfHolder(cluster, callId);
    const node = cluster.nodes.find((one) => one.name === name && one.server !== null);
    if (node !== undefined) return node.kill();
    await pause(50);
  }
}

async function nameOfHolder(cluster: BenchCluster, callId: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select node.name from call join node on node.id = call.node_id where call.id = $1',
    [callId],
  );
  await client.end();
  return rows[0]?.name ?? null;
}
