import type { Sound } from '../support/sound.ts';
import { median, percentile, printTable } from '../support/table.ts';
import { findHesitations } from './hesitations.ts';
import { partAt, recordings, SPEAKERS, say, silence } from './sounds.ts';
import { firstSound, startVirtualCall, type VirtualCallOptions } from './virtual-call.ts';

type Agent = Pick<VirtualCallOptions, 'engines' | 'model'>;

interface Outcome {
  /** The assistant was heard before the person was done. */
  readonly cutIn: boolean;
  /** The record holds more than one turn: the answer was to the last part. */
  readonly parted: boolean;
  /** End of speech to the answer's first sound, ms; null: none came. */
  readonly delay: number | null;
}

const PAUSES = [0, 300, 500, 700, 1_000, 1_500];
/** Beside how loud the speakers are, decibels. */
const QUIETER = [-12, -24];
const LONGEST_WAIT = 6_000;

/** Somebody says this and waits for an answer. */
async function ask(agent: Agent, parts: readonly Sound[]): Promise<Outcome> {
  const call = startVirtualCall(agent);
  await call.hear(silence(400));
  const start = call.now;
  for (const part of parts) await call.hear(part);
  const end = call.now;
  const cutIn = firstSound(call, start, end) !== null;
  await call.until(() => firstSound(call, end, call.now) !== null, LONGEST_WAIT);
  const answer = firstSound(call, end, call.now);
  const { messages } = await call.end();
  const turns = messages.filter(({ role }) => role === 'user').length;
  return { cutIn, parted: turns > 1, delay: answer === null ? null : answer - end };
}

const gainOf = (decibels: number) => 10 ** (decibels / 20);

const share = (outcomes: readonly Outcome[], of: (outcome: Outcome) => boolean) =>
  `${((100 * outcomes.filter(of).length) / outcomes.length).toFixed(0)} %`;

function row(name: string, outcomes: readonly Outcome[]): (string | number)[] {
  const delays = outcomes.flatMap(({ delay }) => delay ?? []);
  return [
    name,
    outcomes.length,
    share(outcomes, ({ cutIn }) => cutIn),
    share(outcomes, ({ parted }) => parted),
    share(outcomes, ({ delay }) => delay === null),
    median(delays),
    percentile(delays, 0.95),
  ];
}

const HEADS = ['', 'utterances', 'talked into', 'parted', 'no answer', 'delay, ms', 'p95'];

export async function measurePauses(agent: Agent, questions: readonly string[]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const pause of PAUSES) {
    const outcomes: Outcome[] = [];
    for (const [index, question] of questions.entries()) {
      const speaker = SPEAKERS[index % SPEAKERS.length];
      if (speaker === undefined) continue;
      const [first, second] = partAt(say(question, speaker), [0.4, 0.55, 0.7][index % 3] ?? 0.5);
      outcomes.push(await ask(agent, [first, silence(pause), second]));
    }
    rows.push(row(pause === 0 ? 'whole questions' : `one pause of ${pause} ms`, outcomes));
  }
  for (const quieter of QUIETER) {
    const outcomes: Outcome[] = [];
    for (const [index, speaker] of SPEAKERS.entries()) {
      const question = questions[index % questions.length] ?? '';
      outcomes.push(
        await ask(agent, [say(question, speaker).map((sample) => sample * gainOf(quieter))]),
      );
    }
    rows.push(row(`whole questions, ${quieter} dB`, outcomes));
  }
  console.log('\nA question, and a pause put into it at a word boundary\n');
  printTable(HEADS, rows);
}

export async function measureRecordings(agent: Agent): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const { pcm } of recordings) outcomes.push(await ask(agent, [pcm]));
  console.log('\nRecordings of people, with their own pauses\n');
  printTable(HEADS, [row('recordings', outcomes)]);
}

/** In two halves, to show how far chance goes. */
export async function measureHesitations(agent: Agent): Promise<void> {
  const halves: [Outcome[], Outcome[]] = [[], []];
  for (const [index, sound] of (await findHesitations()).entries())
    halves[index % 2 === 0 ? 0 : 1].push(await ask(agent, [sound]));
  console.log('\nPeople who hesitate, and say what they say to the end\n');
  printTable(HEADS, [row('every other one', halves[0]), row('the others', halves[1])]);
}
