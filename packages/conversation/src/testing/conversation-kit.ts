import type { Clock } from '@kindling/protocol/clock';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Model, ModelRequest } from '../generation/model.ts';
import type { ToolCall, ToolRunner } from '../generation/tools.ts';
import type { SecondHearing } from '../recognition/second-hearing.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { TurnModel } from '../recognition/turn-model.ts';
import { createConversation } from '../session/conversation.ts';
import type {
  ConversationOptions,
  ConversationReport,
  ConversationSettings,
} from '../session/port.ts';
import { createFakeOutput } from './fake-output.ts';
import {
  createScript,
  createScriptedModel,
  createScriptedTranscriber,
  createScriptedVad,
  createScriptedVoice,
} from './scripted-engines.ts';
import { createLexicon, type Lexicon, NOISE, soundOf, wordsIn } from './sound.ts';
import { createVirtualClock } from './virtual-clock.ts';

export interface KitOptions {
  readonly settings?: Partial<ConversationSettings>;
  readonly reply?: (request: ModelRequest) => string | readonly (string | ToolCall)[];
  /** Puts something in front of the scripted model. */
  readonly wrapModel?: (model: Model, clock: Clock) => Model;
  readonly tools?: ToolRunner;
  readonly hookTools?: ToolRunner;
  readonly handOff?: ConversationOptions['handOff'];
  readonly resumed?: ConversationOptions['resumed'];
  readonly onToolLines?: ConversationOptions['onToolLines'];
  readonly voiceSampleRate?: number;
  /** The transcriber has time for glances at a turn that goes on. */
  readonly glances?: boolean;
  readonly turnModel?: TurnModel;
  readonly secondHearing?: SecondHearing | undefined;
  /** What the transcriber hears in other forms of any sound, one batch every 100 ms. @default it has none */
  readonly otherwise?: Otherwise | undefined;
  /** Recognisers elsewhere; given the clock and the words that sounds stand for. */
  readonly transcribers?: (clock: Clock, lexicon: Lexicon) => readonly Transcriber[];
}

type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** Batch by batch, what is heard of a sound of so many seconds; an error where it fails; a number of ms that pass. */
export type Otherwise = (seconds: number) => readonly (readonly string[] | Error | number)[];

const OTHERWISE_MS = 100;
const CHUNK = 320;
const WORD_MS = 250;

const DEFAULT_SETTINGS: ConversationSettings = {
  systemPrompt: 'You are a guide.',
  firstMessage: null,
  firstMessageMode: 'assistant-speaks-first',
  firstMessageInterruptionsEnabled: true,
  endCallMessage: null,
  endCallPhrases: [],
  silenceTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  interruptionWords: 1,
};

function hearingOtherwise(
  clock: Clock,
  otherwise: Otherwise | undefined,
): Pick<Transcriber, 'transcribeOtherwise'> {
  if (otherwise === undefined) return {};
  return {
    async *transcribeOtherwise(pcm) {
      for (const heard of otherwise(pcm.length / 16_000)) {
        const ms = typeof heard === 'number' ? heard : OTHERWISE_MS;
        await new Promise<void>((resolve) => clock.schedule(ms, resolve));
        if (heard instanceof Error) throw heard;
        if (typeof heard !== 'number') yield heard;
      }
    },
  };
}

function createKitEngines(clock: Clock, lexicon: Lexicon, options: KitOptions) {
  const scripts = {
    transcriber: createScript(250),
    glance: createScript(150),
    model: createScript(10),
    voice: createScript(100),
  };
  return {
    scripts,
    vad: createScriptedVad(),
    transcriber: createScriptedTranscriber(
      clock,
      lexicon,
      scripts.transcriber,
      options.glances ? scripts.glance : undefined,
    ),
    model: createScriptedModel(clock, scripts.model, options.reply ?? (() => 'Here it is.')),
    voice: createScriptedVoice(clock, lexicon, scripts.voice, options.voiceSampleRate),
  };
}

const samplesFor = (duration: number) => Math.round(duration * 16);

/** A conversation on a virtual clock: a microphone that can be spoken into, engines that follow a script. */
export function createConversationKit(options: KitOptions = {}) {
  const clock = createVirtualClock();
  const lexicon = createLexicon();
  const output = createFakeOutput(clock);
  const engines = createKitEngines(clock, lexicon, options);
  const messages: { readonly at: number; readonly message: ServerMessage }[] = [];
  const reports: ConversationReport[] = [];
  const faults: { readonly stage: string; readonly error: unknown }[] = [];
  let microphone: number[] = [];
  let lastSpokenAt = 0;

  const conversation = createConversation({
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    engines: {
      ...engines,
      transcriber: { ...engines.transcriber, ...hearingOtherwise(clock, options.otherwise) },
      model: options.wrapModel?.(engines.model, clock) ?? engines.model,
      turnModel: options.turnModel,
      secondHearing: options.secondHearing,
    },
    output,
    clock,
    ...(options.transcribers && { transcribers: options.transcribers(clock, lexicon) }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.hookTools === undefined ? {} : { hookTools: options.hookTools }),
    ...(options.handOff === undefined ? {} : { handOff: options.handOff }),
    ...(options.resumed === undefined ? {} : { resumed: options.resumed }),
    ...(options.onToolLines === undefined ? {} : { onToolLines: options.onToolLines }),
    onMessage: (message) => messages.push({ at: clock.now(), message }),
    onEnded: (report) => reports.push(report),
    onFault: (fault) => faults.push(fault),
  });

  /** One chunk of the microphone, 20 ms. */
  async function tick() {
    await clock.advance(20);
    const chunk = Int16Array.from(microphone.slice(0, CHUNK));
    microphone = microphone.slice(CHUNK);
    if (chunk.some((sample) => sample !== 0)) lastSpokenAt = clock.now();
    const pcm = new Int16Array(CHUNK);
    pcm.set(chunk);
    conversation.handleAudio(pcm);
  }

  const kit = {
    conversation,
    clock,
    output,
    ...engines,
    messages,
    reports,
    faults,
    /** End of the last chunk in which the person spoke. */
    get lastSpokenAt() {
      return lastSpokenAt;
    },
    /** Time passes with the microphone on. */
    async run(duration: number) {
      for (let passed = 0; passed < duration; passed += 20) await tick();
    },
    /** Time passes and no audio arrives. */
    runDeaf: (duration: number) => clock.advance(duration),
    /** The person says this now; returns when the last word is out. */
    async say(text: string, wordMs = WORD_MS) {
      const sound = soundOf(text, lexicon, () => samplesFor(wordMs));
      microphone = microphone.concat(Array.from(sound));
      await kit.run(sound.length / 16);
    },
    /** Noise without words; `amplitude` 300 and less is too soft for speech. */
    async rustle(duration: number, amplitude = NOISE) {
      microphone = microphone.concat(new Array<number>(samplesFor(duration)).fill(amplitude));
      await kit.run(duration);
    },
    /** Goes on until this is so; fails after 30 s of virtual time. */
    async until(condition: () => boolean, limit = 30_000) {
      for (let passed = 0; !condition(); passed += 20) {
        if (passed >= limit) throw new Error('The condition did not come true.');
        await tick();
      }
    },
    of<T extends ServerMessage['type']>(type: T): MessageOf<T>[] {
      return messages
        .map(({ message }) => message)
        .filter((message): message is MessageOf<T> => message.type === type);
    },
    finals: (role: 'user' | 'assistant') =>
      kit
        .of('transcript')
        .filter((line) => line.role === role && line.transcriptType === 'final')
        .map((line) => line.transcript),
    /** Words of which any sound went out. */
    playedWords: () => wordsIn(output.played, lexicon),
    async end() {
      const report = await conversation.end('customer-ended-call');
      await clock.advance(0);
      return report;
    },
  };
  return kit;
}

export type ConversationKit = ReturnType<typeof createConversationKit>;
