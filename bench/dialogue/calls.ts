/**
 * What the guide makes of the turns of whole calls: remarks between questions, two questions in one breath, what
 * follows from the reply before. Each turn is answered behind the call as it was held, so a turn is judged by itself
 * and counts the same whatever the turns before it would bring now.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isAnswer,
  type Reply,
} from '../../packages/conversation/src/generation/guide/dialogue/reply.ts';
import type { ModelMessage } from '../../packages/conversation/src/generation/model.ts';
import { printTable } from '../support/table.ts';
import { saysUnknown } from './score.ts';

type Answer = (messages: readonly ModelMessage[]) => Promise<Reply>;

interface CallTurn {
  readonly say: string;
  /** What the guide said to it when the call was held. */
  readonly reply: string;
  readonly kind: 'ask' | 'tell' | 'react' | 'act' | 'answer' | 'correct' | 'bye';
  /** For each thing that is asked, the entries each of which answers it; none: it is not known. */
  readonly wants: readonly (readonly string[])[];
  /** Entries that are welcome beside. */
  readonly ok: readonly string[];
}

interface Judged extends CallTurn {
  readonly text: string;
  readonly said: readonly string[];
  /** Of what is asked, what is answered. */
  readonly met: number;
  /** Facts that nobody asked for. */
  readonly extra: readonly string[];
}

function judge(turn: CallTurn, reply: Reply): Judged {
  const said = isAnswer(reply) ? reply.entries : [];
  const ids = said.map(({ id }) => id);
  const isUnknown = reply.part === 'unknown' || saysUnknown(reply.text);
  const meets = (want: readonly string[]) =>
    want.length === 0 ? isUnknown : want.some((id) => ids.includes(id));
  const wanted = [...turn.wants.flat(), ...turn.ok];
  return {
    ...turn,
    text: reply.text,
    said: ids,
    met: turn.wants.filter(meets).length,
    extra: said.flatMap(({ id, kind }) => (kind === 'fact' && !wanted.includes(id) ? [id] : [])),
  };
}

async function play(turns: readonly CallTurn[], answer: Answer): Promise<Judged[]> {
  const messages: ModelMessage[] = [];
  const judged: Judged[] = [];
  for (const turn of turns) {
    messages.push({ role: 'user', content: turn.say });
    judged.push(judge(turn, await answer(messages)));
    messages.push({ role: 'assistant', content: turn.reply });
  }
  return judged;
}

const share = (part: number, of: number): string =>
  of === 0 ? '–' : `${((100 * part) / of).toFixed(0)} %`;

const isWhole = ({ met, wants, extra }: Judged): boolean =>
  met === wants.length && extra.length === 0;

function toRow(name: string, judged: readonly Judged[]): string[] {
  const things = judged.reduce((sum, { wants }) => sum + wants.length, 0);
  const met = judged.reduce((sum, one) => sum + one.met, 0);
  return [
    name,
    String(judged.length),
    share(met, things),
    share(judged.filter(({ extra }) => extra.length > 0).length, judged.length),
    share(judged.filter(isWhole).length, judged.length),
  ];
}

function toRows(set: string, judged: readonly Judged[]): string[][] {
  const asks = judged.filter(({ wants }) => wants.length > 0);
  const isKnown = ({ wants }: Judged) => wants.every((want) => want.length > 0);
  const groups: [string, readonly Judged[]][] = [
    ['turns that ask', asks],
    ['  one thing that is known', asks.filter((one) => isKnown(one) && one.wants.length === 1)],
    ['  several that are known', asks.filter((one) => isKnown(one) && one.wants.length > 1)],
    ['  what is not known', asks.filter((one) => !isKnown(one))],
    ['  corrections', asks.filter(({ kind }) => kind === 'correct')],
    ['turns that ask nothing', judged.filter(({ wants }) => wants.length === 0)],
  ];
  return groups.map(([name, some]) => toRow(`${set}: ${name}`, some));
}

/** Prints how much of what is asked in the calls is answered, and of those whose failures are shown, each failure. */
export async function printCalls(
  answer: Answer,
  showsFailures: (set: 'seen' | 'unseen') => boolean,
): Promise<void> {
  const rows: string[][] = [];
  for (const set of ['seen', 'unseen'] as const) {
    const path = join(import.meta.dirname, set, 'calls.json');
    const calls = JSON.parse(readFileSync(path, 'utf8')) as { turns: CallTurn[] }[];
    const judged: Judged[] = [];
    for (const { turns } of calls) judged.push(...(await play(turns, answer)));
    rows.push(...toRows(set, judged));
    if (!showsFailures(set)) continue;
    for (const one of judged.filter((turn) => !isWhole(turn)))
      console.log(
        `${one.kind} ${one.met} of ${JSON.stringify(one.wants)}, unasked: ${one.extra}: ${one.say}\n    → [${one.said}] ${one.text}`,
      );
  }
  printTable(
    [
      'calls',
      'turns',
      'of what is asked, met',
      'with a fact nobody asked for',
      'all met, none besides',
    ],
    rows,
  );
}
