/**
 * What is heard of human speech: word errors of the recogniser in quiet, over a telephone and in noise.
 *
 *   node bench/hearing/run.ts [--half 1|2] [--only clean,telephone,pink,babble] [--errors] [--no-glances]
 *
 * Needs ffmpeg. The recordings are fetched once, with the clients of Debian and PyPI; what is missing is said. What is
 * tuned is tuned on the first half, by `--half 1 --errors`; the second is for its figures.
 */
import { parseArgs } from 'node:util';
import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import type { Sound } from '../support/sound.ts';
import { median, printTable } from '../support/table.ts';
import { babbleOf, CONDITIONS, type Condition, inCondition } from './conditions.ts';
import { hearInCall } from './hear.ts';
import { findRecordings, type Spoken } from './recordings.ts';
import { type Score, scoreWords } from './words.ts';

const RATE = 16_000;
/** Beside the speech, so that noise begins before it and goes on after it, samples. */
const BEFORE = RATE / 2;
const AFTER = RATE / 2;
/** People who talk at once in babble. */
const TALKERS = 6;

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string', default: 'clean,telephone,pink,babble' },
    errors: { type: 'boolean', default: false },
    'no-glances': { type: 'boolean', default: false },
  },
});

/** By the recogniser alone; in a call; and in a call where there is time to hear turns several times (TURN-43). */
const WAYS = ['alone', 'in a call', 'in a quiet call'] as const;
type Way = (typeof WAYS)[number];

const NOT_SHOWN = { shownAfter: null, shown: 0 } as const;

interface Result extends Score {
  readonly half: 1 | 2;
  readonly way: Way;
  readonly condition: Condition;
  readonly seconds: number;
  /** Of processor. */
  readonly cost: number;
  /** Of words while somebody speaks. */
  readonly shownAfter: number | null;
  readonly shown: number;
}

function embed(pcm: Sound): Sound {
  const sound = new Float32Array(BEFORE + pcm.length + AFTER);
  sound.set(pcm, BEFORE);
  return sound;
}

/** Others of the set, of other sources. */
function talkersFor(spoken: Spoken, all: readonly Spoken[]): Sound[] {
  const others = all.filter(({ source }) => source !== spoken.source);
  const first = all.indexOf(spoken) * TALKERS;
  return Array.from(
    { length: TALKERS },
    (_, index) => others[(first + index * 5) % others.length]?.pcm ?? new Float32Array(1),
  );
}

async function timed<T>(work: () => Promise<T>) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cost: (user + system) / 1e6 };
}

async function measure(
  engines: LocalEngines,
  spoken: Spoken,
  surroundings: { readonly condition: Condition; readonly babble: Sound; readonly half: 1 | 2 },
): Promise<readonly Result[]> {
  const { condition, half } = surroundings;
  const sound = await inCondition(embed(spoken.pcm), condition, surroundings);
  const { transcribeOtherwise: _, ...transcriber } = engines.transcriber;
  const once = { ...engines, transcriber };
  const ways = {
    alone: async () => ({ ...(await engines.transcriber.transcribe(sound)), ...NOT_SHOWN }),
    'in a call': () => hearInCall(once, sound),
    'in a quiet call': () => hearInCall(engines, sound),
  } as const;
  const results: Result[] = [];
  for (const way of WAYS) {
    const { result, cost } = await timed(ways[way]);
    const { text: heard, ...shown } = result;
    const score = scoreWords(heard, spoken.words);
    results.push({ ...score, ...shown, half, way, condition, cost, seconds: sound.length / RATE });
    if (values.errors && score.errors > 0 && half === 1)
      console.log(
        `${condition}, ${way}, ${spoken.name}: ${score.errors} of ${score.said}\n  said  ${spoken.words}\n  heard ${heard}`,
      );
  }
  return results;
}

const sumOf = (results: readonly Result[], of: (result: Result) => number) =>
  results.reduce((sum, result) => sum + of(result), 0);

function row(condition: Condition, way: Result['way'], results: readonly Result[]) {
  const these = results.filter((one) => one.condition === condition && one.way === way);
  const errorsOf = (some: readonly Result[]) =>
    (100 * sumOf(some, ({ errors }) => errors)) / sumOf(some, ({ said }) => said);
  return [
    `${condition}, ${way}`,
    errorsOf(these),
    errorsOf(these.filter(({ half }) => half === 1)),
    errorsOf(these.filter(({ half }) => half === 2)),
    sumOf(these, ({ isEmpty }) => Number(isEmpty)),
    sumOf(these, ({ isRunaway }) => Number(isRunaway)),
    (sumOf(these, ({ cost }) => cost) / sumOf(these, ({ seconds }) => seconds)).toFixed(3),
    median(these.flatMap(({ shownAfter }) => shownAfter ?? [])),
    (sumOf(these, ({ shown }) => shown) / sumOf(these, ({ seconds }) => seconds)).toFixed(2),
  ];
}

async function loadEngines(): Promise<LocalEngines> {
  const local = await createLocalEngines({ maxSecondHearingShare: Number.POSITIVE_INFINITY });
  if (!values['no-glances']) return local;
  const { glance: _, ...transcriber } = local.transcriber;
  return { ...local, transcriber };
}

const all = await findRecordings();
const wanted = CONDITIONS.filter((one) =>
  values.only.split(',').some((name) => one.startsWith(name)),
);
const engines = await loadEngines();
const results: Result[] = [];
try {
  for (const [index, spoken] of all.entries()) {
    const half = index % 2 === 0 ? 1 : 2;
    if (values.half !== undefined && values.half !== String(half)) continue;
    const babble = babbleOf(talkersFor(spoken, all), spoken.pcm.length + BEFORE + AFTER);
    for (const condition of wanted)
      results.push(...(await measure(engines, spoken, { condition, babble, half })));
  }
} finally {
  await engines.close();
}

const sources = new Map<string, number>();
for (const { source } of all) sources.set(source, (sources.get(source) ?? 0) + 1);
const words = sumOf(results, ({ said }) => said) / (WAYS.length * wanted.length);
console.log(
  `\n${all.length} recordings (${[...sources].map(([name, count]) => `${name} ${count}`).join(', ')}), ${Math.round(words)} words heard. Word errors in per cent; seconds of processor for a second of sound; words on the page: first after, how often.\n`,
);
printTable(
  [
    '',
    'errors',
    'first half',
    'second half',
    'empty',
    'runaway',
    'processor',
    'shown, ms',
    'a second',
  ],
  wanted.flatMap((condition) => WAYS.map((way) => row(condition, way, results))),
);
