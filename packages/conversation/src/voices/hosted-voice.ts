import type { Clock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import { createDeadline } from '../scope/deadline.ts';
import { readPcm } from './read-pcm.ts';
import { isVoiceError, VoiceError } from './voice-error.ts';
import { readFailure, unreachable } from './voice-failure.ts';

/** Hz, of what every provider is asked for. */
export const HOSTED_SAMPLE_RATE = 24_000;

/** One sentence as a provider wants to be asked for it: a POST that is answered with raw mono 16-bit sound. */
export interface SpeechRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes the request for a sentence. */
export type WriteSpeechRequest = (
  text: string,
  signal: AbortSignal,
) => SpeechRequest | Promise<SpeechRequest>;

export interface HostedVoiceOptions {
  /** `11labs`, `openai`, …: for errors and reports. */
  readonly provider: string;
  readonly write: WriteSpeechRequest;
  /** What is refused where the provider says “unauthorised”: `your credential 0d2f…`. */
  readonly access: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** A sentence was taken by the provider: it is paid for from here on. */
  readonly onUse?: (characters: number) => void;
  /** Until the first sound of a sentence, retries included, in ms. @default 4000 */
  readonly firstSoundTimeout?: number;
  /** Between two pieces of its sound, in ms. @default 4000 */
  readonly stallTimeout?: number;
}

type Config = Required<Omit<HostedVoiceOptions, 'onUse'>> & Pick<HostedVoiceOptions, 'onUse'>;

const DEFAULTS = { firstSoundTimeout: 4_000, stallTimeout: 4_000 } as const;
/** In all; only what cost nothing is sent again. */
const ATTEMPTS = 2;
const RETRY_DELAY = 250;
/** A provider that wants to be left alone for longer is not waited for, ms. */
const MAX_RETRY_DELAY = 1_000;
const IS_SPOKEN = /[\p{L}\p{N}]/u;
const HEADER_VALUE = /^[\x20-\x7e\xa0-\xff]*$/;
/** Of any sentence, and for each of its characters in the slowest speech: what goes on for longer has no end, s. */
const LONGEST = { any: 20, character: 1 } as const;
/** Sound that comes more slowly than that of this many seconds for one is no stream that can be heard. */
const SLOWEST = 4;

/**
 * A voice behind an address: each sentence is one request, whose sound is passed on as it comes. The request ends when
 * the signal aborts or the consumer stops reading.
 */
export function createHostedVoice(options: HostedVoiceOptions): Voice {
  const config: Config = { ...DEFAULTS, ...options };
  return {
    provider: config.provider,
    sampleRate: HOSTED_SAMPLE_RATE,
    synthesize: (request) => speak(config, request),
    close: async () => {},
  };
}

async function* speak(config: Config, request: VoiceRequest): AsyncGenerator<Int16Array, void> {
  // Providers refuse what has no word in it, or charge for silence.
  if (!IS_SPOKEN.test(request.text)) return;
  const deadline = createDeadline(config.clock, config.firstSoundTimeout, request.signal);
  const pace = createPace(config, request.text);
  try {
    const response = await begin(config, request.text, deadline.signal);
    for await (const chunk of readPcm(response, HOSTED_SAMPLE_RATE)) {
      if (request.signal?.aborted === true) return;
      pace.take(chunk.length / HOSTED_SAMPLE_RATE);
      // The listener may take its time.
      deadline.pause();
      yield chunk;
      deadline.extend(pace.wait());
    }
    if (!pace.begun) throw new VoiceError('voice_bad_answer', `${config.provider} sent no sound.`);
  } catch (error) {
    if (request.signal?.aborted === true) return;
    if (deadline.expired) throw tooLate(config, pace.begun);
    throw isVoiceError(error) ? error : unreachable(config.provider, error, pace.begun);
  } finally {
    deadline.close();
  }
}

/**
 * How much sound a sentence may have, and how slowly it may come: an answer without an end would fill the memory, and one
 * that drips would hold up the call.
 */
function createPace({ clock, provider, stallTimeout }: Config, text: string) {
  const longest = LONGEST.any + LONGEST.character * text.length;
  let seconds = 0;
  let waited = 0;
  let waitsSince: number | null = null;
  return {
    get begun() {
      return seconds > 0;
    },
    take(more: number) {
      if (waitsSince !== null) waited += clock.now() - waitsSince;
      seconds += more;
      if (seconds <= longest) return;
      throw new VoiceError('voice_bad_answer', `${provider} does not stop speaking.`);
    },
    /** How long the next piece may take, ms. */
    wait() {
      waitsSince = clock.now();
      const left = 2 * stallTimeout + SLOWEST * seconds * 1_000 - waited;
      return Math.min(stallTimeout, Math.max(0, left));
    },
  };
}

/** Until the answer begins. Once sound has come a second request would say it twice, and cost twice. */
function begin(config: Config, text: string, signal: AbortSignal): Promise<Response> {
  return retry(
    {
      signal,
      attempts: ATTEMPTS,
      mayRetry: (error) =>
        isVoiceError(error) && error.isUnworked && (error.retryAfter ?? 0) <= MAX_RETRY_DELAY,
      pause: (_attempt, error) =>
        wait(config.clock, (isVoiceError(error) && error.retryAfter) || RETRY_DELAY, signal),
    },
    () => send(config, text, signal),
  );
}

async function send(config: Config, text: string, signal: AbortSignal): Promise<Response> {
  const { url, headers, body } = await config.write(text, signal);
  // An error of `fetch` would quote such a value.
  if (!Object.values(headers).every((value) => HEADER_VALUE.test(value.trim())))
    throw new VoiceError(
      'voice_unauthorized',
      `${config.provider} cannot be asked with ${config.access}: it has a line break or another character that no key has.`,
    );
  let response: Response;
  try {
    response = await config.fetch(url, {
      method: 'POST',
      signal,
      // A redirect would send the sentence, and the key, to an address that nobody named.
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(config.provider, error, false);
  }
  if (!response.ok) throw await readFailure(response, config, config.clock.now());
  config.onUse?.(text.length);
  return response;
}

function tooLate({ provider, firstSoundTimeout, stallTimeout }: Config, heard: boolean) {
  const message = heard
    ? `${provider} stopped in the middle of a sentence, or sends its sound too slowly (${stallTimeout} ms).`
    : `${provider} sent no sound for ${firstSoundTimeout} ms.`;
  return new VoiceError('voice_timeout', message);
}
