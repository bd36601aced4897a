import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEngines, createResampler, type LocalEngines } from '@kindling/conversation';
import { findInstalledModels } from '../../apps/server/src/platform/models/installed-models.ts';
import {
  countWordErrors,
  plainWords,
} from '../../packages/conversation/src/testing/speech-recordings.ts';
import { family, processFigures } from '../../tests/support/server/process-figures.ts';
import { median, percentile, printTable } from '../support/table.ts';
import { SENTENCES } from './sentences.ts';

/**
 * Voices side by side: Flite's first and every one that is installed. What is heard of them is what
 * Moonshine tiny hears; how natural they are, no program says. Linux only.
 *
 *   node bench/voices/run.ts [--models <the folder models of a data folder>]
 */

const { values } = parseArgs({
  options: { models: { type: 'string', default: 'data/models' } },
});

/** The recogniser's, Hz. */
const HEARD_RATE = 16_000;

interface Spoken {
  readonly pcm: Int16Array;
  /** To the first sound, ms. */
  readonly first: number;
}

async function say(engines: LocalEngines, text: string, voiceId: string): Promise<Spoken> {
  const chunks: Int16Array[] = [];
  const started = performance.now();
  let first = Number.NaN;
  for await (const chunk of engines.voice.synthesize({ text, voiceId })) {
    if (chunks.length === 0) first = performance.now() - started;
    chunks.push(chunk);
  }
  return { pcm: Int16Array.from(chunks.flatMap((chunk) => [...chunk])), first };
}

const processor = () =>
  family(process.pid).reduce((sum, pid) => sum + processFigures(pid).cpuSeconds, 0);
/** Of the processes that speak; Flite is in this one. */
const memory = () =>
  family(process.pid)
    .slice(1)
    .reduce((sum, pid) => sum + processFigures(pid).residentMegabytes, 0);

/** Of what is louder than its own pauses, in decibels below full scale. */
function loudness(pcm: Int16Array): number {
  const loud = pcm.filter((sample) => Math.abs(sample) > 900);
  const energy = loud.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0);
  return 10 * Math.log10(energy / loud.length);
}

async function wordErrors(engines: LocalEngines, text: string, pcm: Int16Array): Promise<number> {
  const resampler = createResampler(engines.voice.sampleRate, HEARD_RATE);
  const heard = [...resampler.process(pcm), ...resampler.flush()];
  const { text: words } = await engines.transcriber.transcribe(
    Float32Array.from(heard, (sample) => sample / 32_768),
    { model: 'moonshine-tiny' },
  );
  return countWordErrors(plainWords(words), plainWords(text));
}

async function measure(engines: LocalEngines, voiceId: string): Promise<(string | number)[]> {
  const before = processor();
  const spoken: Spoken[] = [];
  for (const sentence of SENTENCES) spoken.push(await say(engines, sentence, voiceId));
  const used = processor() - before;
  const seconds = spoken.reduce((sum, { pcm }) => sum + pcm.length, 0) / engines.voice.sampleRate;
  let errors = 0;
  for (const [index, { pcm }] of spoken.entries()) {
    errors += await wordErrors(engines, SENTENCES[index] ?? '', pcm);
  }
  const words = plainWords(SENTENCES.join(' ')).length;
  const firsts = spoken.map(({ first }) => first);
  const levels = spoken.map(({ pcm }) => loudness(pcm));
  return [
    voiceId,
    median(firsts).toFixed(0),
    percentile(firsts, 0.95).toFixed(0),
    (used / seconds).toFixed(3),
    `${median(levels).toFixed(1)} ± ${((percentile(levels, 1) - percentile(levels, 0)) / 2).toFixed(1)}`,
    `${((errors / words) * 100).toFixed(1)} %`,
  ];
}

const { voices } = await findInstalledModels(resolve(values.models));
const rows: (string | number)[][] = [];
for (const model of [null, ...voices]) {
  let fallbacks = 0;
  const engines = await createLocalEngines({
    voices: model === null ? [] : [model],
    onFallback: () => {
      fallbacks += 1;
    },
    preparedCalls: 0,
  });
  try {
    const voiceId = model === null ? 'slt' : (model.speakers[0]?.voiceId ?? '');
    const row = await measure(engines, voiceId);
    rows.push([...row, memory().toFixed(0), String(fallbacks)]);
  } finally {
    await engines.close();
  }
}
printTable(
  [
    'voice',
    'first sound, ms',
    'p95',
    'processor s per s',
    'loudness, dBFS',
    'words misheard',
    'MB of its own',
    'by Flite',
  ],
  rows,
);
