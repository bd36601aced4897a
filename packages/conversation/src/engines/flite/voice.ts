import { readFile } from 'node:fs/promises';
import type { Voice, VoiceRequest } from '../../playout/voice.ts';
import { EngineError } from '../engine-error.ts';
import { finishSound } from '../speech/finish-sound.ts';
import { createSoundCache } from '../speech/sound-cache.ts';
import { splitLongText } from '../speech/split-long-text.ts';
import { normaliseText } from '../speech/text/normalise-text.ts';
import { createWorkQueue } from '../work-queue.ts';
import { readWave } from './read-wave.ts';
import { createSynthesisThread } from './synthesis-thread.ts';
import { wasm } from './web-assembly.ts';
import { findFliteWeights } from './weights.ts';

const SAMPLE_RATE = 16_000;
/** 100 ms. */
const CHUNK_SAMPLES = 1_600;
/** What is put into spoken form at once, characters. */
const MAX_SECTION_CHARACTERS = 1_000;
/** What is synthesised at once, characters: about 12 s of speech. */
const MAX_PIECE_CHARACTERS = 220;
const SPEED_RANGE = [0.5, 2] as const;
const VOICE_IDS = ['slt', 'rms', 'awb'] as const;

export type FliteVoiceId = (typeof VOICE_IDS)[number];

export function isFliteVoice(voiceId: string): voiceId is FliteVoiceId {
  return VOICE_IDS.some((id) => id === voiceId);
}

export interface FliteOptions {
  /** Speaks when a request names no voice, or one that Flite does not have. @default 'slt' */
  readonly voiceId?: FliteVoiceId;
  /** Threads that synthesise. @default 1 */
  readonly threads?: number;
  /** Memory for sentences said before, bytes. @default 8 MiB, four minutes of speech */
  readonly cacheBytes?: number;
}

/**
 * English speech by Flite in a thread: voices `slt` (woman), `rms` and `awb` (men), 16 kHz, chunks of
 * 100 ms. Resolves when it has spoken once, unheard; rejects with an `EngineError`.
 */
export async function createFliteVoice(options: FliteOptions = {}): Promise<Voice> {
  const threads = options.threads ?? 1;
  const module = await wasm.compile(await readFile(findFliteWeights()));
  const all = Array.from({ length: threads }, () => createSynthesisThread(module));
  const free = [...all];
  const queue = createWorkQueue(threads);
  const cache = createSoundCache(options.cacheBytes ?? 8 << 20);

  async function runFlite(args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    const thread = free.pop();
    if (thread === undefined) throw new EngineError('engine_failed', 'No thread is free.');
    try {
      return await thread.run(args);
    } finally {
      free.push(thread);
    }
  }

  async function speak(piece: string, request: VoiceRequest): Promise<Int16Array> {
    const args = toArguments(request, options.voiceId ?? 'slt');
    const key = JSON.stringify([args, piece]);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const wave = await queue.run(() => runFlite([...args, '-t', piece]), request.signal);
    const sound = finishSound(readWave(wave, SAMPLE_RATE), SAMPLE_RATE);
    cache.set(key, sound);
    return sound;
  }

  async function* synthesize(request: VoiceRequest): AsyncGenerator<Int16Array, void> {
    for (const piece of piecesOf(request.text)) {
      if (request.signal?.aborted) return;
      const sound = await speak(piece, request).catch((error: unknown) => {
        if (request.signal?.aborted) return undefined;
        throw error;
      });
      if (sound === undefined) return;
      // Copies: the cache's own samples must survive whatever is done to a chunk.
      for (let at = 0; at < sound.length && !request.signal?.aborted; at += CHUNK_SAMPLES) {
        yield sound.slice(at, at + CHUNK_SAMPLES);
      }
    }
  }

  async function close(): Promise<void> {
    cache.clear();
    await Promise.all([queue.close(), ...all.map((thread) => thread.close())]);
  }

  try {
    await Promise.all(all.map((thread) => thread.run(['-voice', 'slt', '-t', 'Hello there.'])));
  } catch (error) {
    await close();
    throw error;
  }
  return { provider: 'flite', sampleRate: SAMPLE_RATE, synthesize, close };
}

function* piecesOf(text: string): Generator<string, void> {
  for (const section of splitLongText(text, MAX_SECTION_CHARACTERS)) {
    yield* splitLongText(normaliseText(section), MAX_PIECE_CHARACTERS);
  }
}

function toArguments({ voiceId, speed = 1 }: VoiceRequest, fallback: FliteVoiceId): string[] {
  const wanted = voiceId?.toLowerCase();
  const voice = VOICE_IDS.find((id) => id === wanted) ?? fallback;
  const [slowest, fastest] = SPEED_RANGE;
  const pace = Number.isFinite(speed) ? Math.min(Math.max(speed, slowest), fastest) : 1;
  return ['-voice', voice, '--setf', `duration_stretch=${(1 / pace).toFixed(3)}`];
}
