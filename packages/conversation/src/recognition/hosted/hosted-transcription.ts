import type { CallScope } from '../../scope/call-scope.ts';
import { ProviderTimeoutError } from '../../scope/faults.ts';
import { untilAborted } from '../../scope/until-aborted.ts';
import type { Transcriber, TranscriberStream } from '../transcriber.ts';
import type { SegmentListener } from '../turn-segments.ts';

export interface HostedTranscriptionOptions {
  readonly scope: CallScope;
  /** The current assistant's, in the order they are asked: another list is another assistant's. */
  readonly transcribers: () => readonly Transcriber[];
  /** The recogniser of this machine, which is behind all of them. */
  readonly local: (pcm: Float32Array, signal: AbortSignal) => Promise<string>;
  /** Words of the segment so far, by a stream. */
  readonly onWords: (text: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Recognisers elsewhere, and the one of this machine where they fail. See SPEC.md, HEAR-1 to HEAR-5. */
export interface HostedTranscription extends SegmentListener {
  /** Connects to the current assistant's before anybody speaks. Cheap: call it with everything that is heard. */
  connect(): void;
  /** The words of the segment, of which `pcm` is all. */
  transcribe(pcm: Float32Array, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** How long a pause waits for the words of a stream that heard what was said already, ms (HEAR-3). */
const STREAM_TIMEOUT = 1_500;
/** The same for one that hears it only then, ms. */
const WHOLE_TIMEOUT = 3_000;
/** The first failure of a recogniser is forgiven (HEAR-4). */
const MAX_FAILURES = 2;

/** Trying again cannot help: a key that is refused, an address that is wrong. */
const isFinal = (error: unknown) =>
  error instanceof Error && 'retryable' in error && error.retryable === false;

/** Which of an assistant's recognisers is asked now. */
function createSuccession() {
  let all: readonly Transcriber[] = [];
  let at = 0;
  let failures = 0;
  return {
    /** Null: that of this machine. */
    get current() {
      return all[at] ?? null;
    },
    /** False where nothing changes. */
    change(to: readonly Transcriber[]): boolean {
      if (to === all) return false;
      all = to;
      at = 0;
      failures = 0;
      return true;
    },
    handleSuccess() {
      failures = 0;
    },
    handleFailure(error: unknown) {
      failures += 1;
      if (failures < MAX_FAILURES && !isFinal(error)) return;
      at += 1;
      failures = 0;
    },
  };
}

/** What the current recogniser hears of the open segment, as it is said. */
function createSegmentStream(onWords: (text: string) => void, onBroken: (error: unknown) => void) {
  let stream: TranscriberStream | null = null;
  /** The open segment, for a stream that begins in the middle of it. */
  let heard: Float32Array[] = [];
  let hasWords = false;
  let isOfTurn = false;
  /** The stream has given final words. */
  let isProven = false;

  function begin(samples: readonly Float32Array[]) {
    heard = [...samples];
    hasWords = false;
  }

  return {
    get current() {
      return stream;
    },
    get hasWords() {
      return hasWords;
    },
    /** It has given words before, and nobody speaks now. */
    get isAtRest() {
      return isProven && !isOfTurn;
    },
    handleWords() {
      isProven = true;
    },
    open(transcriber: Transcriber | null) {
      if (stream !== null || transcriber?.open === undefined) return;
      const opened = transcriber.open({
        onInterim(text) {
          if (stream !== opened) return;
          hasWords = true;
          onWords(text);
        },
        onBroken(error) {
          if (stream === opened) onBroken(error);
        },
      });
      stream = opened;
      isProven = false;
      for (const samples of heard) opened.push(samples);
    },
    drop() {
      stream?.close();
      stream = null;
    },
    begin(pcm: Float32Array) {
      isOfTurn = true;
      begin([pcm]);
      stream?.push(pcm);
    },
    push(samples: Float32Array) {
      heard.push(samples);
      stream?.push(samples);
    },
    next(pcm: Float32Array) {
      begin([pcm]);
      stream?.next();
    },
    end() {
      isOfTurn = false;
      begin([]);
      stream?.next();
    },
  };
}

export function createHostedTranscription(
  options: HostedTranscriptionOptions,
): HostedTranscription {
  const { scope, local, onFault } = options;
  const succession = createSuccession();
  const stream = createSegmentStream(options.onWords, handleBroken);
  let closed = false;
  /** Whether the next speech opens the connection again. */
  let waitsForSpeech = false;

  function open() {
    if (!closed) stream.open(succession.current);
  }

  /** Such services end a line that is quiet for long, or has been open for hours: no word is lost by that. */
  function handleBroken(error: unknown) {
    if (!stream.isAtRest || isFinal(error)) return handleFailure(error);
    stream.drop();
    waitsForSpeech = true;
  }

  function handleFailure(error: unknown) {
    onFault(error);
    stream.drop();
    succession.handleFailure(error);
    open();
  }

  /** Nobody who has stopped speaking waits for a second provider. */
  async function hearHere(
    { pcm, signal }: { readonly pcm: Float32Array; readonly signal: AbortSignal },
    fail: () => void,
    mayBeSilence: boolean,
  ): Promise<string> {
    if (!mayBeSilence) fail();
    const text = await local(pcm, signal);
    if (mayBeSilence && text !== '') fail();
    return text;
  }

  return {
    get isStreaming() {
      return stream.current !== null;
    },
    connect() {
      if (succession.change(options.transcribers())) {
        stream.drop();
        waitsForSpeech = false;
      }
      if (!waitsForSpeech) open();
    },
    begin(pcm) {
      stream.begin(pcm);
      waitsForSpeech = false;
      open();
    },
    push: stream.push,
    next: stream.next,
    end: stream.end,
    async transcribe(pcm, signal) {
      const { current } = succession;
      if (current === null) return local(pcm, signal);
      const asked = stream.current;
      const timeout = new AbortController();
      const either = AbortSignal.any([signal, timeout.signal]);
      const cancel = scope.after(asked === null ? WHOLE_TIMEOUT : STREAM_TIMEOUT, () =>
        timeout.abort(new ProviderTimeoutError(`${current.provider} did not answer in time.`)),
      );
      try {
        const work = asked?.finish() ?? current.transcribe(pcm, { signal: either });
        const { text } = await untilAborted(work, either);
        const words = text.trim();
        if (asked === null || words !== '') succession.handleSuccess();
        if (words !== '' && asked === stream.current) stream.handleWords();
        return words;
      } catch (error) {
        signal.throwIfAborted();
        // Where it broke off, that was said already.
        const fail = () => {
          if (asked === stream.current && succession.current === current) handleFailure(error);
        };
        // Some say nothing where nothing was said.
        const mayBeSilence = asked !== null && timeout.signal.aborted && !stream.hasWords;
        return hearHere({ pcm, signal }, fail, mayBeSilence);
      } finally {
        cancel();
      }
    },
    close() {
      closed = true;
      stream.drop();
    },
  };
}
