import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalEngines } from '@kindling/conversation';
import { decodeWav, resample } from '../../tests/support/sound/wav.ts';

const RATE = 16_000;
/** What was heard is kept beside the packages: the same sound is always heard alike. */
const HEARD = join(import.meta.dirname, '../../node_modules/.cache/heard/questions.json');

/** Voices of Flite by name, of espeak-ng with their accents. Each question is said by two of them. */
const VOICES = [
  { by: 'flite', voice: 'awb' },
  { by: 'espeak', voice: 'en-us+f2' },
  { by: 'flite', voice: 'rms' },
  { by: 'espeak', voice: 'en-gb-scotland+m1' },
  { by: 'flite', voice: 'slt' },
  { by: 'espeak', voice: 'en-029+m3' },
  { by: 'espeak', voice: 'en-gb-x-gbcwmd+f4' },
] as const;
type Speaker = (typeof VOICES)[number];

/** What the recogniser made of a question, and its sound, mono 16 kHz. */
export interface Heard {
  readonly text: string;
  sound(): Promise<Float32Array>;
}

/** By what was said: how it was heard, once for each of two voices. */
export async function hearQuestions(
  engines: LocalEngines,
  questions: readonly string[],
): Promise<ReadonlyMap<string, readonly Heard[]>> {
  const known = readHeard();
  const before = Object.keys(known).length;
  const heard = new Map<string, Heard[]>();
  for (const [index, text] of questions.entries()) {
    const ways = voicesOf(index).map(async (speaker) => {
      const sound = () => say(engines, text, speaker);
      const key = keyOf(text, speaker);
      known[key] ??= (await engines.transcriber.transcribe(await sound())).text;
      return { text: known[key], sound };
    });
    heard.set(text, await Promise.all(ways));
  }
  if (Object.keys(known).length > before) {
    mkdirSync(dirname(HEARD), { recursive: true });
    writeFileSync(HEARD, JSON.stringify(known, null, 1));
  }
  return heard;
}

const voicesOf = (index: number): Speaker[] =>
  [index, index + 3].flatMap((place) => VOICES[place % VOICES.length] ?? []);

const keyOf = (text: string, { voice }: Speaker): string =>
  `${voice} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

function readHeard(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(HEARD, 'utf8'));
  } catch {
    return {};
  }
}

async function say(engines: LocalEngines, text: string, { by, voice }: Speaker) {
  const pcm = by === 'flite' ? await sayByFlite(engines, text, voice) : sayByEspeak(text, voice);
  return Float32Array.from(pcm, (sample) => sample / 32_768);
}

async function sayByFlite({ voice }: LocalEngines, text: string, voiceId: string) {
  const samples: number[] = [];
  for await (const chunk of voice.synthesize({ text, voiceId })) samples.push(...chunk);
  return samples;
}

function sayByEspeak(text: string, voice: string): Int16Array {
  const wav = decodeWav(
    execFileSync('espeak-ng', ['-v', voice, '-s', '155', '--stdout', text], {
      maxBuffer: 64 << 20,
    }),
  );
  return Int16Array.from(resample(wav, RATE).samples);
}
