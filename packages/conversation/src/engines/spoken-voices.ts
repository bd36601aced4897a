import type { Clock } from '@kindling/protocol/clock';
import { createResampler, resample } from '../playout/resampler.ts';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import { untilAborted } from '../scope/until-aborted.ts';
import { isFliteVoice } from './flite/voice.ts';
import type { NeuralVoice } from './neural/neural-voice.ts';
import { finishSound } from './speech/finish-sound.ts';
import { createSoundCache } from './speech/sound-cache.ts';
import { splitClauses } from './speech/split-clauses.ts';
import { normaliseText } from './speech/text/normalise-text.ts';

/** The first sound of a sentence comes this late at most, ms: then Flite says it. */
const FIRST_SOUND_TIMEOUT = 1_200;
const CHUNKS_PER_SECOND = 10;
const SPEED_RANGE = [0.5, 2] as const;

/** Why Flite speaks instead of the voice that should. */
export interface VoiceFallback {
  readonly voice: string;
  readonly reason: 'busy' | 'late' | 'failed' | 'not-loaded';
  readonly error?: unknown;
}

export interface SpokenVoicesOptions {
  readonly flite: Voice;
  /** The first speaks where no voice is named that is here. */
  readonly neural: readonly [NeuralVoice, ...NeuralVoice[]];
  readonly clock: Clock;
  /** Called for every sentence that Flite says in another's place, in whole or from some clause on. */
  readonly onFallback?: (fallback: VoiceFallback) => void;
  /** Memory for what was said before, bytes. @default 16 MiB, six minutes of speech */
  readonly cacheBytes?: number;
}

interface Speaking {
  readonly voice: NeuralVoice;
  readonly speaker: number;
  readonly speed: number;
  readonly signal: AbortSignal | undefined;
}

class LateError extends Error {
  override readonly name = 'LateError';
}

/**
 * Neural voices, clause by clause, with Flite behind them: it says the sentences of a voice that is
 * busy, late or broken. Closes all of them.
 */
export function createSpokenVoices(options: SpokenVoicesOptions): Voice {
  const { flite, neural, clock, onFallback } = options;
  const [first] = neural;
  const sampleRate = Math.max(flite.sampleRate, ...neural.map((voice) => voice.sampleRate));
  const cache = createSoundCache(options.cacheBytes ?? 16 << 20);
  const keyOf = (piece: string, { voice, speaker, speed }: Speaking) =>
    JSON.stringify([voice.model.name, speaker, speed, piece]);

  async function speakPiece(piece: string, speaking: Speaking): Promise<Int16Array> {
    const { voice, speaker, speed, signal } = speaking;
    const key = keyOf(piece, speaking);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const raw = await voice.speak({ text: piece, speaker, speed }, signal);
    const sound = resample(finishSound(raw, voice.sampleRate), voice.sampleRate, sampleRate);
    cache.set(key, sound);
    return sound;
  }

  /** The first piece has a time limit; what comes after it is made while it is heard. */
  async function speakFirst(piece: string, speaking: Speaking): Promise<Int16Array> {
    const late = new AbortController();
    const signals = [late.signal, ...(speaking.signal === undefined ? [] : [speaking.signal])];
    const signal = AbortSignal.any(signals);
    const cancel = clock.schedule(FIRST_SOUND_TIMEOUT, () => late.abort(new LateError()));
    try {
      return await untilAborted(speakPiece(piece, { ...speaking, signal }), signal);
    } finally {
      cancel();
    }
  }

  async function* byFlite(text: string, request: VoiceRequest): AsyncGenerator<Int16Array, void> {
    const resampler = createResampler(flite.sampleRate, sampleRate);
    for await (const chunk of flite.synthesize({ ...request, text })) {
      yield resampler.process(chunk);
    }
    const tail = resampler.flush();
    if (!request.signal?.aborted && tail.length > 0) yield tail;
  }

  async function* byModel(
    request: VoiceRequest,
    speaking: Speaking,
  ): AsyncGenerator<Int16Array, void> {
    const { voice, signal } = speaking;
    const pieces = splitClauses(normaliseText(request.text));
    for (const [index, piece] of pieces.entries()) {
      if (signal?.aborted) return;
      const rest = () => byFlite(pieces.slice(index).join(' '), request);
      const isKnown = cache.get(keyOf(piece, speaking)) !== undefined;
      const reason = index === 0 && !isKnown ? voice.unavailable() : null;
      if (reason !== null) {
        onFallback?.({ voice: voice.model.name, reason });
        return yield* rest();
      }
      let sound: Int16Array;
      try {
        sound = await (index === 0 ? speakFirst : speakPiece)(piece, speaking);
      } catch (error) {
        if (signal?.aborted) return;
        const reason = error instanceof LateError ? 'late' : 'failed';
        onFallback?.({ voice: voice.model.name, reason, error });
        return yield* rest();
      }
      yield* chunksOf(sound, sampleRate, signal);
    }
  }

  return {
    provider: first.model.name,
    sampleRate,
    synthesize(request) {
      const speaking = chooseVoice(request, neural);
      return speaking === null ? byFlite(request.text, request) : byModel(request, speaking);
    },
    async close() {
      cache.clear();
      await Promise.all([flite.close(), ...neural.map((voice) => voice.close())]);
    },
  };
}

/** Null: one of Flite's was asked for. */
function chooseVoice(
  { voiceId, speed = 1, signal }: VoiceRequest,
  neural: SpokenVoicesOptions['neural'],
): Speaking | null {
  const wanted = voiceId?.toLowerCase();
  if (wanted !== undefined && isFliteVoice(wanted)) return null;
  const [slowest, fastest] = SPEED_RANGE;
  const pace = Number.isFinite(speed) ? Math.min(Math.max(speed, slowest), fastest) : 1;
  for (const voice of neural) {
    const found = voice.model.speakers.find((speaker) => speaker.voiceId === wanted);
    if (found !== undefined) return { voice, speaker: found.speaker, speed: pace, signal };
  }
  const [voice] = neural;
  return { voice, speaker: voice.model.speakers[0]?.speaker ?? 0, speed: pace, signal };
}

/** Copies: the cache's own samples must survive whatever is done to a chunk. */
function* chunksOf(
  sound: Int16Array,
  sampleRate: number,
  signal: AbortSignal | undefined,
): Generator<Int16Array, void> {
  const size = Math.round(sampleRate / CHUNKS_PER_SECOND);
  for (let at = 0; at < sound.length && !signal?.aborted; at += size) {
    yield sound.slice(at, at + size);
  }
}
