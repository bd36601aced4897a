import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLocalEngines,
  createResampler,
  type Transcriber,
  type Voice,
} from '@kindling/conversation';
import { findInstalledModels } from '../../platform/models/installed-models.ts';
import type { Check } from '../check.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { sayError } from '../looking/say-error.ts';

const SENTENCE = 'Every teacher can see how the class is doing today.';
const HEARING_RATE = 16_000;
/** Least share of words that must be recognised: recognisers sometimes mishear synthetic voices. */
const RECOGNISED_THRESHOLD = 0.6;
/** Speech that takes longer than it lasts has gaps; the rest of a call needs processor, too. */
const FAST_ENOUGH = 0.5;
const REINSTALL =
  'Run npm ci again; where a model was installed for it, remove that: npm run models -- remove.';

/** Loads speech as the server does, has the voice say a sentence, and the recogniser hear it. */
export const speech: Check = {
  name: 'speech',
  async run({ config }) {
    const installed = await findInstalledModels(config.models.folder);
    const lost: Finding[] = [];
    const lose = (name: string, error: unknown) =>
      void lost.push(
        warn(
          `${name} cannot be loaded: ${sayError(error)}.`,
          `Remove it: npm run models -- remove ${name}.`,
        ),
      );
    // One of its own: the server would refuse a cache that another user made.
    const cacheFolder = await mkdtemp(join(tmpdir(), 'kindling-doctor-'));
    try {
      const engines = await createLocalEngines({
        cacheFolder,
        voices: installed.voices,
        recognisers: installed.recognisers,
        turnModels: installed.turnModels,
        preparedCalls: 1,
        onRecogniserLost: lose,
        onTurnModelLost: lose,
        onFallback: ({ voice, reason }) =>
          lose(voice, new Error(`Flite spoke in its place (${reason})`)),
      });
      try {
        return [...(await speakAndHear(engines)), ...lost];
      } finally {
        await engines.close();
      }
    } catch (error) {
      return [fail(`Speech cannot be loaded: ${sayError(error)}.`, REINSTALL), ...lost];
    } finally {
      await rm(cacheFolder, { recursive: true, force: true });
    }
  },
};

interface SpeechPair {
  readonly voice: Voice;
  readonly transcriber: Transcriber;
}

/** What a voice says, and what a recogniser makes of it. */
export async function speakAndHear(
  { voice, transcriber }: SpeechPair,
  now: () => number = () => performance.now(),
): Promise<Finding[]> {
  const started = now();
  const samples = await say(voice);
  const spoken = now();
  const { text } = await transcriber.transcribe(samples);
  const heard = now();
  const seconds = samples.length / HEARING_RATE;
  const took = (heard - started) / 1_000;
  const times = `${seconds.toFixed(1)} s of speech spoken in ${((spoken - started) / 1_000).toFixed(1)} s, recognised in ${((heard - spoken) / 1_000).toFixed(1)} s`;
  const share = shareHeard(text);
  if (share < RECOGNISED_THRESHOLD)
    return [
      fail(
        `${voice.provider} said “${SENTENCE}”; ${transcriber.provider} heard “${text}”.`,
        REINSTALL,
      ),
    ];
  return [
    took > seconds * FAST_ENOUGH * 2
      ? warn(
          `${times}: too slow for calls.`,
          'Take a faster machine, smaller models, or fewer calls (MAX_CALLS).',
        )
      : ok(`${voice.provider} and ${transcriber.provider} work: ${times}.`),
  ];
}

async function say(voice: Voice): Promise<Float32Array> {
  const resampler = createResampler(voice.sampleRate, HEARING_RATE);
  const parts: Int16Array[] = [];
  for await (const chunk of voice.synthesize({ text: SENTENCE }))
    parts.push(resampler.process(chunk));
  parts.push(resampler.flush());
  return Float32Array.from(
    parts.flatMap((part) => [...part]),
    (sample) => sample / 32_768,
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Of the words of the sentence. */
function shareHeard(text: string): number {
  const heard = new Set(wordsOf(text));
  const wanted = wordsOf(SENTENCE);
  return wanted.filter((word) => heard.has(word)).length / wanted.length;
}
