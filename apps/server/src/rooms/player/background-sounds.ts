import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentParticipant } from '@kindling/media';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import { decodeAudio } from './decode-media.ts';

/** As an agent takes it. */
export type AgentSound = Parameters<AgentParticipant['setBackground']>[0];

/**
 * What is heard behind an assistant: `office`, or a sound that is fetched from an address.
 *
 * @throws what says why the sound cannot be had
 */
export type FindBackgroundSound = (name: string) => Promise<AgentSound>;

export interface BackgroundSoundsOptions {
  readonly http: Pick<HttpOut, 'fetch'>;
  /** Null: nothing can be decoded. */
  readonly ffmpeg: Ffmpeg | null;
  /** May be deleted while no server runs. */
  readonly cacheFolder: string;
}

/** In the cache folder. */
const FOLDER = 'background-sounds';
const MAX_BYTES = 10 * 1_024 * 1_024;
const MAX_SECONDS = 60;
const TIMEOUT = 20_000;
/** Sounds that are kept for the next call: two megabytes each at most. */
const KEPT = 8;

export function createBackgroundSounds(options: BackgroundSoundsOptions): FindBackgroundSound {
  const kept = new Map<string, Promise<AgentSound>>();
  return async (name) => {
    if (name === 'office' || name === 'off') return name === 'office' ? name : null;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const fetched = fetchSound(name, options);
    kept.set(name, fetched);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    // It may be there for the next call.
    fetched.catch(() => kept.delete(name));
    return fetched;
  };
}

async function fetchSound(url: string, options: BackgroundSoundsOptions): Promise<Int16Array> {
  const { http, ffmpeg, cacheFolder } = options;
  if (ffmpeg === null) throw new Error('This server has no ffmpeg to decode it with.');
  const folder = join(cacheFolder, FOLDER);
  const file = randomUUID();
  await mkdir(folder, { recursive: true });
  try {
    const answer = await http.fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!answer.ok || answer.body === null)
      throw new Error(`Its server answered ${answer.status}.`);
    await save(answer.body, join(folder, file));
    const decoder = decodeAudio({
      ...{ ffmpeg, folder, file },
      sampleRate: CONVERSATION_SAMPLE_RATE,
      seconds: MAX_SECONDS,
    });
    const chunks: Buffer[] = [];
    const kill = setTimeout(decoder.kill, TIMEOUT);
    try {
      for await (const chunk of decoder.chunks) chunks.push(chunk);
    } finally {
      clearTimeout(kill);
    }
    return toSamples(Buffer.concat(chunks));
  } finally {
    await rm(join(folder, file), { force: true });
  }
}

async function save(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('It is larger than 10 MiB.');
    await file.write(chunk);
  }
}

function toSamples(pcm: Buffer): Int16Array {
  const samples = new Int16Array(Math.floor(pcm.length / 2));
  for (let index = 0; index < samples.length; index++) samples[index] = pcm.readInt16LE(2 * index);
  return samples;
}
