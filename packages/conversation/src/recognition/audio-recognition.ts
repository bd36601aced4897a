import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { Model } from '../generation/model.ts';
import { createBargeIn, type Floor } from '../playout/barge-in.ts';
import type { OwnVoice } from '../playout/own-voice/own-voice.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import { createCallerLevel } from './caller-level.ts';
import { createFramer } from './framer.ts';
import { createHearAgain, type HearAgain, type HearAgainOptions } from './hear-again.ts';
import { createHostedTranscription } from './hosted/hosted-transcription.ts';
import type { RecognitionHooks } from './recognition-hooks.ts';
import { createSpeechDetector } from './speech-detector.ts';
import type { Transcriber } from './transcriber.ts';
import type { TurnModel } from './turn-model.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnShape } from './turn-shape.ts';
import { createTurnTaker, type EndOfTurn } from './turn-taker.ts';
import type { Vad } from './vad.ts';

/** Words that may be all: an answer is prepared while it is waited (TURN-15). */
const PREPARED: ReadonlySet<TurnShape> = new Set(['complete', 'plain', 'doubtful']);

export interface AudioRecognitionOptions
  extends Pick<HearAgainOptions, 'secondHearing' | 'messagesWith' | 'otherHearings'> {
  readonly scope: CallScope;
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly turnModel?: TurnModel | undefined;
  readonly onFault: (fault: { readonly stage: string; readonly error: unknown }) => void;
  readonly faults: Faults;
  /** The assistant's speech, which the caller's interrupts. */
  readonly floor: Floor;
  /** Of the current assistant: read each time. */
  readonly settings: {
    readonly interruptionWords: number;
    readonly turnPlan?: TurnPlan;
    readonly transcriberModel?: string;
  };
  /** The assistant's voice where it comes back from a loudspeaker: it is no speech. */
  readonly ownVoice: OwnVoice;
  readonly assistant: {
    readonly model: Pick<Model, 'knows' | 'expects'>;
    /** Of other machines, asked in this order before `transcriber`; read each time. */
    readonly transcribers: readonly Transcriber[];
  };
  readonly hooks: RecognitionHooks;
  /** What the assistant said last, for rules that ask. @default nothing */
  readonly lastSaid?: () => string;
}

/** From the microphone to turns: voice activity, turn-taking and barge-in. */
export interface AudioRecognition {
  readonly open: boolean;
  handleAudio(pcm: Int16Array): void;
  /** Audio from before the start: may become a turn but interrupts nothing (TURN-4). */
  replay(pcm: Int16Array): void;
  /** Stops. Returns the open turn where words of it were recognised (TURN-18). */
  close(): EndOfTurn | null;
}

/** Null: it failed, and the words alone tell. */
async function askTurnModel(
  model: TurnModel,
  pcm: Float32Array,
  onFault: AudioRecognitionOptions['onFault'],
): Promise<number | null> {
  try {
    return await model.judge(pcm);
  } catch (error) {
    onFault({ stage: 'turn-model', error });
    return null;
  }
}

/** The recognisers of the current assistant. `onWords`: interim words of a stream, while there is speech. */
function createTranscription(options: AudioRecognitionOptions, onWords: (text: string) => void) {
  const { scope, faults, transcriber, settings, assistant, onFault } = options;
  const chosen = () => {
    const { transcriberModel: model } = settings;
    return model === undefined ? {} : { model };
  };
  const local = (pcm: Float32Array, signal: AbortSignal) =>
    faults.call(
      'transcriber',
      async (attempt) =>
        (await transcriber.transcribe(pcm, { signal: attempt, ...chosen() })).text.trim(),
      signal,
    );
  const hosted = createHostedTranscription({
    scope,
    transcribers: () => assistant.transcribers,
    local,
    onWords,
    onFault: (error) => onFault({ stage: 'transcriber', error }),
  });
  return {
    hosted,
    transcribe: hosted.transcribe,
    // Many times in half a second: too late from elsewhere, and billed each time (HEAR-5).
    probe: local,
    async glance(pcm: Float32Array, signal: AbortSignal) {
      const heard = await transcriber.glance?.(pcm, { signal, ...chosen() });
      return heard?.text.trim() ?? null;
    },
  };
}

/** What is to be expected takes a core for two seconds, once: not while a call is set up, or goes on here, ms. */
const PREPARE_AFTER = 3_000;

/** Where the assistant has a recogniser of its own, that one is trusted; over the assistant's speech every turn is short. */
function openHearAgain(options: AudioRecognitionOptions): HearAgain {
  const { assistant, floor } = options;
  const trustsOwn = () => assistant.transcribers.length > 0;
  const hearAgain = createHearAgain({
    secondHearing: options.secondHearing,
    messagesWith: options.messagesWith,
    otherHearings: options.otherHearings,
    transcriber: options.transcriber,
    model: assistant.model,
    mayHear: () => !floor.busy && !trustsOwn(),
    onError: (error) => options.onFault({ stage: 'second-hearing', error }),
  });
  options.scope.after(PREPARE_AFTER, () => {
    if (!trustsOwn()) hearAgain.prepare();
  });
  return hearAgain;
}

export function createAudioRecognition(options: AudioRecognitionOptions): AudioRecognition {
  const { scope, transcriber, turnModel, settings, hooks } = options;
  const stream = options.vad.open();
  const framer = createFramer(stream.frameSamples, CONVERSATION_SAMPLE_RATE);
  const { lastSaid = () => '' } = options;
  const plan = () => settings.turnPlan && { ...settings.turnPlan, lastSaid };
  const isBusy = () => transcriber.isBusy ?? false;
  const callerLevel = createCallerLevel({
    assistantSpeaks: () => options.floor.busy,
    now: scope.now,
  });
  const detector = createSpeechDetector(stream, {
    isEcho: options.ownVoice.isEcho,
    isElsewhere: callerLevel.isElsewhere,
  });
  const transcription = createTranscription(options, (text) => turnTaker.handleStreamedWords(text));
  const { hosted } = transcription;
  let closed = false;

  const turnTaker = createTurnTaker({
    scope,
    detector,
    plan,
    isKnown: (text) => options.assistant.model.knows?.(text) ?? false,
    ...transcription,
    listener: hosted,
    // Over the assistant they may be no turn: a backchannel, or noise.
    wantsInterimWords: () => !options.floor.busy,
    wantsGlances: () => transcriber.glance !== undefined && !isBusy() && !hosted.isStreaming,
    onInterimWords: hooks.onInterimTranscript,
    hearAgain: openHearAgain(options),
    judge: turnModel && ((pcm) => askTurnModel(turnModel, pcm, options.onFault)),
    onStartOfSpeech: hooks.onStartOfSpeech,
    onPause: handlePause,
    onResumed: hooks.onResumed,
    onEndOfTurn(turn) {
      callerLevel.learn();
      bargeIn.handleTurnClosed();
      hooks.onEndOfTurn(turn);
    },
    onDiscarded(unheard) {
      callerLevel.forget();
      bargeIn.handleTurnClosed();
      hooks.onDiscarded(unheard);
    },
    onError(error) {
      bargeIn.handleTurnClosed();
      hooks.onError(error);
    },
  });

  const bargeIn = createBargeIn({
    scope,
    floor: options.floor,
    plan,
    interruptionWords: () => settings.interruptionWords,
    goesOn: () => turnTaker.goesOn,
    probe: (signal) => turnTaker.probe(signal),
    isBusy,
  });

  function handlePause(text: string, shape: TurnShape, goesOn: boolean): 'keep' | 'drop' {
    if (bargeIn.handlePauseText(text) === 'drop') return 'drop';
    if (text !== '') hooks.onInterimTranscript(text);
    if (text !== '' && PREPARED.has(shape)) hooks.onPreemptiveGeneration(text, goesOn);
    return 'keep';
  }

  function hear(pcm: Int16Array, mayInterrupt: boolean) {
    if (!closed) hosted.connect();
    for (const frame of framer.push(pcm, scope.now())) {
      if (closed) return;
      turnTaker.handleFrame(frame);
      for (const late of callerLevel.takeMissed()) turnTaker.handleFrame(late);
      if (mayInterrupt && turnTaker.speaking) bargeIn.handleSpeech(detector.speechDuration);
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
      hosted.close();
      stream.close();
      return turn;
    },
  };
}
