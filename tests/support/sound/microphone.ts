import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeWav, encodeWav, type Pcm, resample } from './wav.ts';

/** What a fake microphone hears: speech by another voice than the agent's, recordings, and pauses. */
export type Segment = { readonly say: string } | { readonly pcm: Pcm } | { readonly pause: number };

const SAMPLE_RATE = 48_000;

export const hasEspeak = spawnSync('espeak-ng', ['--version']).status === 0;

/** Speech of `espeak-ng`, trimmed to what sounds. */
export function speak(text: string): Pcm {
  const file = execFileSync(
    'espeak-ng',
    ['-v', 'en-us+m3', '-s', '135', '-p', '40', '--stdout', text],
    {
      maxBuffer: 64 << 20,
    },
  );
  return trim(decodeWav(file));
}

/** A sine, loud and far from clipping. */
export function tone(hertz: number, seconds: number): Pcm {
  const samples = Int16Array.from({ length: SAMPLE_RATE * seconds }, (_, index) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE)),
  );
  return { sampleRate: SAMPLE_RATE, samples };
}

function trim({ sampleRate, samples }: Pcm): Pcm {
  const isLoud = (sample: number) => Math.abs(sample) > 300;
  const first = Math.max(0, samples.findIndex(isLoud));
  const last = samples.findLastIndex(isLoud);
  return { sampleRate, samples: samples.subarray(first, last + 1) };
}

/** A human recording of Debian's `pocketsphinx-testdata`, or null where the package is absent. */
export function humanRecording(): { readonly pcm: Pcm; readonly words: string } | null {
  const raw = '/usr/share/pocketsphinx/test/data/goforward.raw';
  if (!existsSync(raw)) return null;
  const bytes = readFileSync(raw);
  return {
    pcm: { sampleRate: 16_000, samples: new Int16Array(new Uint8Array(bytes).buffer) },
    words: 'go forward ten meters',
  };
}

/** One WAV of all segments in a new temporary folder; returns its path. */
export function recordMicrophone(segments: readonly Segment[]): string {
  const parts = segments.map((segment) => {
    if ('pause' in segment) return new Int16Array(Math.round((segment.pause * SAMPLE_RATE) / 1000));
    return resample('say' in segment ? speak(segment.say) : segment.pcm, SAMPLE_RATE).samples;
  });
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  const path = join(mkdtempSync(join(tmpdir(), 'kindling-mic-')), 'microphone.wav');
  writeFileSync(path, encodeWav({ sampleRate: SAMPLE_RATE, samples }));
  return path;
}
