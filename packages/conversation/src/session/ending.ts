import type { EndReason, TurnTiming } from '@kindling/protocol';
import type { Responder } from '../generation/responder.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { SpeechPlayer } from '../playout/speech-player.ts';
import type { AudioRecognition } from '../recognition/audio-recognition.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { ClientMessages } from './client-messages.ts';
import { saysEndPhrase } from './end-phrases.ts';
import type { Hooks } from './hooks.ts';
import type { PhaseTable } from './phase-table.ts';
import type { ConversationReport, ConversationSettings } from './port.ts';
import type { TranscriptRecorder } from './transcript-recorder.ts';

export interface EndingOptions {
  readonly scope: CallScope;
  readonly settings: ConversationSettings;
  readonly phases: PhaseTable;
  readonly recognition: AudioRecognition;
  readonly responder: Responder;
  readonly player: SpeechPlayer;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly memory: Memory;
  readonly recorder: TranscriptRecorder;
  readonly client: Pick<ClientMessages, 'ended'>;
  readonly hooks: Pick<Hooks, 'closingWords' | 'handleEnded'>;
  readonly timings: readonly TurnTiming[];
  readonly onEnded: (report: ConversationReport) => void;
}

/** Ends the conversation once, whatever the reasons that come together. */
export interface Ending {
  /** Resolves when the conversation has ended. */
  readonly report: Promise<ConversationReport>;
  /** Epoch ms, for the report and its times. */
  begin(startedAt: number): void;
  /** Says `words`, or else the assistant's closing message, and ends behind it. */
  conclude(reason: EndReason, words?: string): void;
  /** The assistant cannot go on: at once, unless a hook has words for that. */
  giveUp(): void;
  /** Ends at once. Where it was concluding, the reason for that stands. */
  finish(reason: EndReason): void;
  /** Stops without an end. */
  release(): void;
}

/** A closing message that takes longer than this does not hold the call, ms. */
const CLOSING_TIMEOUT = 15_000;

export function createEnding(options: EndingOptions): Ending {
  const { scope, settings, phases, recognition, responder, player, recorder, memory } = options;
  const ended = Promise.withResolvers<ConversationReport>();
  let startedAt: number | null = null;
  let closingReason: EndReason | null = null;

  /** Words that were recognised before the end belong to the call (TURN-18). */
  function keepLastTurn() {
    const wasOpen = recognition.open;
    const turn = recognition.close();
    if (turn !== null) recorder.handleTurn(turn);
    else if (wasOpen) recorder.handleUserSpeech('stopped');
  }

  function stop() {
    responder.close();
    player.close();
    scope.close();
  }

  /** A farewell that ended the call is not said twice. */
  function wasJustSaid(closing: string): boolean {
    const last = memory.callMessages(startedAt).findLast(({ role }) => role !== 'user');
    return last?.role === 'bot' && saysEndPhrase(last.message, [closing]);
  }

  function finish(reason: EndReason) {
    if (!phases.enter('ended')) return;
    keepLastTurn();
    stop();
    const report: ConversationReport = {
      endReason: closingReason ?? reason,
      startedAt,
      endedAt: scope.now(),
      messages: memory.callMessages(startedAt),
      transcript: memory.transcript(),
      turnTimings: options.timings,
    };
    options.client.ended(report.endReason);
    options.hooks.handleEnded(report.endReason);
    ended.resolve(report);
    options.onEnded(report);
  }

  return {
    report: ended.promise,
    begin(time) {
      startedAt = time;
    },
    giveUp() {
      const words = options.hooks.closingWords('pipeline-error');
      if (words === null) finish('pipeline-error');
      else conclude('pipeline-error', words, null);
    },
    conclude: (reason, words) =>
      conclude(reason, words ?? null, options.hooks.closingWords(reason)),
    finish,
    release() {
      if (!phases.enter('ended')) return;
      recognition.close();
      stop();
    },
  };

  function conclude(reason: EndReason, words: string | null, first: string | null) {
    if (!phases.enter('concluding')) return;
    closingReason = reason;
    keepLastTurn();
    responder.close();
    player.silence();
    const silence = reason === 'silence-timed-out' ? settings.silenceMessage : undefined;
    const last = words ?? silence ?? settings.endCallMessage;
    const closing = first === null || last === null ? (first ?? last) : `${first} ${last}`;
    if (closing === null || phases.muted || wasJustSaid(closing)) return finish(reason);
    scope.after(CLOSING_TIMEOUT, () => finish(reason));
    options.speech.say(closing, { interruptible: false, onDone: () => finish(reason) });
  }
}
