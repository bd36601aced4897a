import { execFileSync } from 'node:child_process';
import { loadRecordings } from '../../packages/conversation/src/testing/speech-recordings.ts';
import { decodeWav, resample } from '../../tests/support/sound/wav.ts';
import type { Sound } from '../support/sound.ts';
import type { VirtualCallOptions } from './virtual-call.ts';

export type Room = NonNullable<VirtualCallOptions['room']>;

const RATE = 16_000;
/** Between the words of a text, in units of 10 ms: short enough to be heard as fluent, long enough to be found. */
const WORD_GAP = 4;
const TALL = 0.01;

export interface Speaker {
  readonly voice: string;
  /** Words a minute. */
  readonly pace: number;
}

/** Men and women, slow and fast, of two countries. */
export const SPEAKERS: readonly Speaker[] = [
  { voice: 'en-us+m3', pace: 150 },
  { voice: 'en-us+f2', pace: 165 },
  { voice: 'en-gb+m7', pace: 135 },
  { voice: 'en-gb+f4', pace: 180 },
  { voice: 'en-gb-scotland+m1', pace: 110 },
];

export function say(text: string, { voice, pace }: Speaker): Sound {
  const options = ['-v', voice, '-s', String(pace), '-g', String(WORD_GAP), '--stdout', text];
  const wav = decodeWav(execFileSync('espeak-ng', options, { maxBuffer: 64 << 20 }));
  const sound = Float32Array.from(resample(wav, RATE).samples, (sample) => sample / 32_768);
  const isLoud = (sample: number) => Math.abs(sample) > TALL;
  return sound.subarray(Math.max(0, sound.findIndex(isLoud)), sound.findLastIndex(isLoud) + 1);
}

/** The two parts of fluent speech, parted at the word boundary nearest to `share` of it. */
export function partAt(sound: Sound, share: number): readonly [Sound, Sound] {
  const shortest = ((WORD_GAP * 10 - 4) * RATE) / 1_000;
  const gaps: number[] = [];
  let quiet = 0;
  sound.forEach((sample, index) => {
    quiet = Math.abs(sample) < 0.001 ? quiet + 1 : 0;
    if (quiet === shortest) gaps.push(index);
  });
  const wanted = share * sound.length;
  const at = gaps.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? 0;
  return [sound.subarray(0, at), sound.subarray(at)];
}

export const silence = (ms: number): Sound => new Float32Array((ms * RATE) / 1_000);

/** At this loudness, dB of full scale over what sounds. */
export function atLevel(sound: Sound, decibels: number): Sound {
  const loud = sound.filter((sample) => Math.abs(sample) > TALL / 4);
  const power = loud.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, loud.length);
  const gain = 10 ** (decibels / 20) / Math.sqrt(power);
  return sound.map((sample) => sample * gain);
}

/** Several at once, each begun elsewhere and again when it is over. */
export function babble(sounds: readonly Sound[], ms: number): Sound {
  const mixed = new Float32Array((ms * RATE) / 1_000);
  for (const [index, sound] of sounds.entries())
    for (let at = 0; at < mixed.length; at += 1)
      mixed[at] = (mixed[at] ?? 0) + (sound[(at + index * 7_919) % sound.length] ?? 0);
  return mixed;
}

/** The assistant's own voice comes back from the loudspeaker. */
export const echo =
  (decibels: number, delay: number): Room =>
  (at, heard) => {
    const gain = 10 ** (decibels / 20);
    const from = (at - delay) * (RATE / 1_000);
    return from < 0
      ? new Float32Array(RATE / 50)
      : heard.slice(from, from + RATE / 50).map((sample) => sample * gain);
  };

export const recordings = loadRecordings() ?? [];
