import type { Call, CallMessage } from '@kindling/protocol';
import type { BenchCluster } from '../support/cluster.ts';
import type { Organisation } from './organisation.ts';
import { MISHEARD, type Outcome, RECORD, TWICE } from './outcome.ts';
import { NAME, pause, sayName, type Talk, until } from './talk.ts';

/** How long a caller waits, ms. */
const PATIENCE = 30_000;
/** What was heard so shortly before the kill is what the agent was saying, ms. */
const SPEAKING = 300;

export interface JudgeOptions {
  readonly cluster: BenchCluster;
  readonly organisation: Organisation;
  readonly killedAt: number;
  /** Connections of the call until then. */
  readonly before: number;
  /** Nothing has to be heard again. */
  readonly ends: boolean;
  /** What it is to answer when asked for the caller's name. */
  readonly knows?: RegExp | undefined;
}

/** Waits until the call goes on, asks what it remembers, ends it, and reads what is stored of it. */
export async function judgeCall(talk: Talk, options: JudgeOptions): Promise<Outcome> {
  const { caller, callId } = talk;
  const { killedAt, before, ends, knows = new RegExp(`Your name is ${NAME}`) } = options;
  const faults: string[] = [];
  const isBack = () => caller.packets.some(({ what }) => what > before);
  await until(PATIENCE, () => isBack() || caller.lost !== null);
  const back = caller.packets.find(({ what }) => what > before);
  const since = lastHeard(talk, killedAt);
  const gap = back === undefined ? null : back.at - since;
  const restored = caller.restored.find((at) => at > killedAt);
  const backAfter = restored === undefined ? null : restored - since;
  if (back !== undefined) faults.push(...(await testMemory(talk, knows)));
  else if (!ends)
    faults.push(
      `not heard again: ${caller.lost?.what ?? 'nothing in 30 s'}`,
      describeConnections(talk, killedAt),
    );
  if (back !== undefined && caller.lost !== null && !ends)
    faults.push(`ended after it came back: ${caller.lost.what}`);
  caller.hangUp();
  return { callId, gap, backAfter, faults };
}

/** How the page tried to reconnect, in seconds after the kill. */
function describeConnections({ caller }: Talk, killedAt: number): string {
  const after = (at: number) => ((at - killedAt) / 1_000).toFixed(1);
  const restored = caller.restored.filter((at) => at > killedAt).map(after);
  const last = caller.messages.at(-1);
  return [
    `${caller.connections} connections`,
    `restored after ${restored.join(', ') || 'never'}`,
    `last message after ${last === undefined ? 'never' : after(last.at)}`,
  ].join(', ');
}

function lastHeard({ caller }: Talk, killedAt: number): number {
  const last = caller.packets.findLast(({ at }) => at <= killedAt + SPEAKING)?.at ?? 0;
  return last > killedAt - SPEAKING ? last : killedAt;
}

async function testMemory(talk: Talk, known: RegExp): Promise<string[]> {
  await talk.untilQuiet();
  if (talk.caller.lost !== null) return [];
  if (talk.typed.length === 0) await sayName(talk);
  await talk.untilQuiet();
  const asked = await talk.askForName();
  if (await talk.untilSaid(known, { after: asked, within: 15_000 })) return [];
  if (talk.caller.lost !== null) return [];
  const after = performance.now();
  talk.type('What is my name?');
  const knows = await talk.untilSaid(known, { after, within: 15_000 });
  return [knows ? MISHEARD : 'the name is forgotten'];
}

/** What is wrong with the record: it is to be over, in order, with each typed line once, and reported once. */
export async function judgeRecord(
  talk: Talk,
  { cluster, organisation }: Pick<JudgeOptions, 'cluster' | 'organisation'>,
  isFaulty: boolean,
): Promise<string[]> {
  const read = async (): Promise<Call | null> => {
    const answer = await fetch(`${cluster.proxy.url}/call/${talk.callId}`, {
      headers: { authorization: `Bearer ${cluster.privateKey}` },
    }).catch(() => null);
    return answer?.ok === true ? ((await answer.json()) as Call) : null;
  };
  let call: Call | null = null;
  // Of one whose person hung up in that moment another node waits half a minute, and the next kill may hit that one.
  for (let attempt = 0; attempt < 150 && call?.status !== 'ended'; attempt += 1) {
    if (attempt > 0) await pause(500);
    call = await read();
  }
  if (call?.status !== 'ended') return [`not ended: ${call?.status ?? 'not found'}`];
  // Those that are sent twice are there by the end of the run.
  await until(20_000, () => (organisation.reports.get(talk.callId) ?? []).length > 0);
  return faultsOf(call, talk, organisation, isFaulty);
}

function faultsOf(call: Call, talk: Talk, organisation: Organisation, isFaulty: boolean): string[] {
  const faults: string[] = [];
  const lines = call.messages ?? [];
  for (const text of new Set(talk.typed)) {
    const count = lines.filter(({ role, message }) => role === 'user' && message === text).length;
    const typed = talk.typed.filter((one) => one === text).length;
    // It is spoken as well.
    const isSpoken = /my name\?/.test(text);
    if (count !== typed && !isSpoken)
      faults.push(`typed ${typed} times, in the record ${count}: ${text}`);
  }
  const times = lines.map(({ time }) => time);
  if (times.some((time, index) => time < (times[index - 1] ?? 0)))
    faults.push('lines out of order');
  const runs = organisation.toolRuns.get(talk.callId) ?? 0;
  if (runs > 1) faults.push(`the tool ran ${runs} times`);
  const reports = organisation.reports.get(talk.callId) ?? [];
  const ids = new Set(reports).size;
  if (ids !== 1) faults.push(`${reports.length} end-of-call reports, of ${ids} ids`);
  else if (reports.length > 1) faults.push(TWICE);
  if (faults.length > 0 || isFaulty) faults.push(`${RECORD}${lines.map(describeLine).join(' | ')}`);
  return faults;
}

const describeLine = ({ role, message, secondsFromStart }: CallMessage) =>
  `${secondsFromStart.toFixed(1)} ${role}: ${message}`;
