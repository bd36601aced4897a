import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { createBargeIn, type Floor } from '../playout/barge-in.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import { createFramer } from './framer.ts';
import { createSpeechDetector } from './speech-detector.ts';
import type { Transcriber } from './transcriber.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnShape } from './turn-shape.ts';
import { createTurnTaker, type EndOfTurn } from './turn-taker.ts';
import type { Vad } from './vad.ts';

export interface AudioRecognitionOptions {
  readonly scope: CallScope;
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly faults: Faults;
  readonly floor: Floor;
  readonly interruptionWords: number;
  readonly plan: () => TurnPlan | undefined;
  readonly onOpened: () => void;
  /** Words at a pause; the turn may still go on. */
  readonly onWords: (text: string, looksComplete: boolean) => void;
  /** The turn went on: what was prepared from the last words is void. */
  readonly onResumed: () => void;
  readonly onTurn: (turn: EndOfTurn) => void;
  readonly onDiscarded: (unheard: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/** From the microphone to turns: voice activity, turn-taking and barge-in put together. */
export interface AudioRecognition {
  readonly open: boolean;
  handleAudio(pcm: Int16Array): void;
  /** Audio of a while ago: becomes a turn but interrupts nothing (TURN-4). */
  replay(pcm: Int16Array): void;
  /** Gives words recognised but not yet ended. */
  close(): EndOfTurn | null;
}

export function createAudioRecognition(options: AudioRecognitionOptions): AudioRecognition {
  const { scope, faults, transcriber } = options;
  const stream = options.vad.open();
  const framer = createFramer(stream.frameSamples, CONVERSATION_SAMPLE_RATE);
  let closed = false;

  const turnTaker = createTurnTaker({
    scope,
    detector: createSpeechDetector(stream),
    plan: options.plan,
    transcribe: (pcm, signal) =>
      faults.call(
        'transcriber',
        async (attempt) => (await transcriber.transcribe(pcm, { signal: attempt })).text.trim(),
        signal,
      ),
    onOpened: options.onOpened,
    onPauseText: handlePauseText,
    onResumed: options.onResumed,
    onTurn(turn) {
      bargeIn.handleTurnClosed();
      options.onTurn(turn);
    },
    onDiscarded(unheard) {
      bargeIn.handleTurnClosed();
      options.onDiscarded(unheard);
    },
    onFailed(error) {
      bargeIn.handleTurnClosed();
      options.onFailed(error);
    },
  });

  const bargeIn = createBargeIn({
    scope,
    floor: options.floor,
    plan: options.plan,
    get interruptionWords() {
      return options.interruptionWords;
    },
    probe: (signal) => turnTaker.probe(signal),
  });

  function handlePauseText(text: string, shape: TurnShape): 'keep' | 'drop' {
    if (bargeIn.handlePauseText(text) === 'drop') return 'drop';
    if (text !== '') options.onWords(text, shape === 'complete' || shape === 'plain');
    return 'keep';
  }

  function hear(pcm: Int16Array, mayInterrupt: boolean) {
    for (const frame of framer.push(pcm, scope.now())) {
      if (closed) return;
      turnTaker.handleFrame(frame);
      if (mayInterrupt && turnTaker.speaking) bargeIn.handleSpeech(turnTaker.speechDuration);
    }
  }

  return {
    get open() {
      return turnTaker.open;
    },
    handleAudio: (pcm) => hear(pcm, true),
    replay: (pcm) => hear(pcm, false),
    close() {
      if (closed) return null;
      closed = true;
      bargeIn.close();
      const turn = turnTaker.close();
      stream.close();
      return turn;
    },
  };
}
