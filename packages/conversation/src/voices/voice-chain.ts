import type { Clock } from '@kindling/protocol/clock';
import { createResampler } from '../playout/resampler.ts';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import { restOfText } from './rest-of-text.ts';
import { isVoiceError } from './voice-error.ts';

/** A voice, and how it is asked where that is not in itself. */
export interface ChainedVoice {
  readonly voice: Voice;
  readonly voiceId?: string;
  /** A hosted voice has its own speed and is sent none: there this only says how fast it speaks. */
  readonly speed?: number;
}

/** A voice failed, and the next one goes on. */
export interface VoiceSwitch {
  readonly from: string;
  readonly to: string;
  readonly error: unknown;
}

export interface VoiceChainOptions {
  /** In the order in which they are tried. */
  readonly hosted: readonly ChainedVoice[];
  /** Of this machine: speaks where none of the others does. */
  readonly own: ChainedVoice;
  readonly clock: Clock;
  readonly onSwitch: (change: VoiceSwitch) => void;
}

/** After a failure that may pass, ms: a voice that comes and goes with every sentence is worse than another. */
const REST = 30_000;
/** A sentence that had no sound for so long is said by this machine, whatever else is left to try, ms. */
const TIMEOUT = 5_000;

/**
 * Voices of which each says what is left of a sentence when the one before it fails, the last of them on this machine:
 * the caller is never left in silence. One that failed is left alone for a while, or for the rest of the call.
 */
export function createVoiceChain({ hosted, own, clock, onSwitch }: VoiceChainOptions): Voice {
  const chain = [...hosted, own];
  const sampleRate = Math.max(...chain.map(({ voice }) => voice.sampleRate));
  /** Epoch ms until which each is left alone. */
  const rests = new Map<ChainedVoice, number>();

  function nextOf(index: number, since: number, heard: boolean): ChainedVoice {
    const isTooLate = !heard && clock.now() - since >= TIMEOUT;
    if (isTooLate) return own;
    const isReady = (one: ChainedVoice) => clock.now() >= (rests.get(one) ?? 0);
    return chain.slice(index).find(isReady) ?? own;
  }

  async function* synthesize(request: VoiceRequest): AsyncGenerator<Int16Array, void> {
    const since = clock.now();
    let { text } = request;
    let current = nextOf(0, since, true);
    for (;;) {
      const { voice } = current;
      const resampler = createResampler(voice.sampleRate, sampleRate);
      let samples = 0;
      try {
        for await (const chunk of voice.synthesize(requestOf(current, text, request.signal))) {
          samples += chunk.length;
          yield resampler.process(chunk);
        }
        const tail = resampler.flush();
        if (tail.length > 0 && request.signal?.aborted !== true) yield tail;
        return;
      } catch (error) {
        if (request.signal?.aborted === true) return;
        if (current === own) throw error;
        const isLasting = isVoiceError(error) && error.isLasting;
        rests.set(current, isLasting ? Number.POSITIVE_INFINITY : clock.now() + REST);
        const seconds = samples / voice.sampleRate;
        const next = nextOf(chain.indexOf(current) + 1, since, seconds > 0);
        onSwitch({ from: voice.provider, to: next.voice.provider, error });
        text = restOfText(text, seconds, current.speed);
        if (text === '') return;
        current = next;
      }
    }
  }

  // The voices of this machine belong to all calls.
  return {
    provider: (hosted[0] ?? own).voice.provider,
    sampleRate,
    synthesize,
    close: async () => {},
  };
}

function requestOf(
  { voiceId, speed }: ChainedVoice,
  text: string,
  signal: AbortSignal | undefined,
): VoiceRequest {
  return {
    text,
    ...(voiceId !== undefined && { voiceId }),
    ...(speed !== undefined && { speed }),
    ...(signal !== undefined && { signal }),
  };
}
