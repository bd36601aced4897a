import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
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

/** By what was said: what the recogniser made of it, once for each of two voices. */
export async function hearQuestions(
  questions: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = readHeard();
  const wanted = questions.flatMap((text, index) =>
    voicesOf(index).map((speaker) => ({ text, speaker, key: keyOf(text, speaker) })),
  );
  const missing = wanted.filter(({ key }) => known[key] === undefined);
  if (missing.length > 0) {
    const engines = await createLocalEngines({ preparedCalls: 0 });
    try {
      for (const { text, speaker, key } of missing) known[key] = await hear(engines, text, speaker);
    } finally {
      await engines.close();
      mkdirSync(dirname(HEARD), { recursive: true });
      writeFileSync(HEARD, JSON.stringify(known, null, 1));
    }
  }
  return new Map(
    questions.map((text, index) => [
      text,
      voicesOf(index).map((speaker) => known[keyOf(text, speaker)] ?? ''),
    ]),
  );
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

async function hear(engines: LocalEngines, text: string, speaker: Speaker) {
  const { by, voice } = speaker;
  const pcm = by === 'flite' ? await sayByFlite(engines, text, voice) : sayByEspeak(text, voice);
  const heard = await engines.transcriber.transcribe(
    Float32Array.from(pcm, (sample) => sample / 32_768),
  );
  return heard.text;
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
