import type { CallMessage, EndReason, TurnTiming } from '@kindling/protocol';
import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Clock } from '@kindling/protocol/clock';
import type { ClientMessage, ServerMessage } from '@kindling/protocol/messages';
import type { Model, ModelMessage } from '../generation/model.ts';
import type { ToolRunner } from '../generation/tools.ts';
import type { Voice } from '../playout/voice.ts';
import type { SecondHearing } from '../recognition/second-hearing.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { TurnModel } from '../recognition/turn-model.ts';
import type { TurnPlan } from '../recognition/turn-plan.ts';
import type { Vad } from '../recognition/vad.ts';
import type { Hook } from './hooks.ts';
import type { ReminderPlan } from './reminders.ts';

/** An assistant with every default filled in. */
export interface ConversationSettings {
  readonly systemPrompt: string;
  readonly firstMessage: string | null;
  readonly firstMessageMode:
    | 'assistant-speaks-first'
    | 'assistant-waits-for-user'
    | 'assistant-speaks-first-with-model-generated-message';
  readonly firstMessageInterruptionsEnabled: boolean;
  readonly endCallMessage: string | null;
  readonly endCallPhrases: readonly string[];
  readonly silenceTimeoutSeconds: number;
  readonly maxDurationSeconds: number;
  readonly voiceId?: string;
  readonly voiceSpeed?: number;
  readonly transcriberModel?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Words it takes to stop the assistant; 0: voice alone does (TURN-25). */
  readonly interruptionWords: number;
  /** The owner's own rules of turn-taking. */
  readonly turnPlan?: TurnPlan;
  /** Said instead of the closing message when the call ends by silence. */
  readonly silenceMessage?: string;
  readonly reminders?: ReminderPlan;
  readonly hooks?: readonly Hook[];
}

export interface Engines {
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly model: Model;
  readonly voice: Voice;
  /** Hears at a pause whether the caller is done. @default the words alone tell */
  readonly turnModel?: TurnModel | undefined;
  /** Hears again what says nothing to the assistant. @default what was heard stays */
  readonly secondHearing?: SecondHearing | undefined;
}

/** The node of a workflow that the conversation is at. */
export interface ActiveNode {
  readonly name: string;
  readonly type: string;
}

/** Who speaks: a handoff puts another in its place, and the conversation goes on. */
export interface ActiveAssistant {
  /** Shown to people and sent to the page. */
  readonly name: string | null;
  /** Absent outside workflows. */
  readonly node?: ActiveNode;
  readonly settings: ConversationSettings;
  readonly model: Model;
  /** @default the first assistant's */
  readonly voice?: Voice;
  readonly tools?: ToolRunner;
  /** Of other machines, asked in this order before the engines' own, which hears where they fail. @default none */
  readonly transcribers?: readonly Transcriber[];
  /** What its hooks name. */
  readonly hookTools?: ToolRunner;
}

/**
 * What the next assistant's model sees: everything and both prompts, everything under the new prompt, or nothing. The
 * call's own messages and transcript keep everything.
 */
export type HandoffHistory = 'keep-prompts' | 'replace-prompt' | 'forget';

export interface Handoff {
  readonly to: ActiveAssistant;
  readonly history: HandoffHistory;
}

/** The record of a conversation, stored with the call. Times are epoch ms. */
export interface ConversationReport {
  readonly endReason: EndReason;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly messages: readonly CallMessage[];
  /** `AI: …` and `User: …` lines. */
  readonly transcript: string;
  readonly turnTimings: readonly TurnTiming[];
}

/** A conversation that was held elsewhere until its server died, and goes on here. */
export interface ResumedConversation {
  /** How often that happened: 1 for the first time. */
  readonly generation: number;
  /** Epoch ms; null: it had not begun to speak. */
  readonly startedAt: number | null;
  /** What was said and which tools were used, in order; calls may lack their results. */
  readonly record: readonly CallMessage[];
  /** Models see the record from this line on: the assistant that took over does not get what came before. @default 0 */
  readonly knownFrom?: number;
  /** Whether the assistant was speaking, or about to. */
  readonly owesAnswer: boolean;
  /** Otherwise it was handed over at rest, and the caller noticed nothing that needs a word. @default true */
  readonly wasCutOff?: boolean;
}

export interface ConversationOptions {
  readonly settings: ConversationSettings;
  readonly engines: Engines;
  readonly output: AudioOutput;
  readonly clock: Clock;
  /** The first assistant's; a handoff brings its own. */
  readonly tools?: ToolRunner;
  /** The first assistant's: see `ActiveAssistant`. */
  readonly transcribers?: readonly Transcriber[];
  /** The first assistant's. */
  readonly hookTools?: ToolRunner;
  /** The first assistant's. */
  readonly assistantName?: string | null;
  /** Where a workflow starts. */
  readonly node?: ActiveNode;
  /**
   * The assistant that takes over under this name; null: there is none. Called for a tool's effect `handoff`, after the
   * words that came with it.
   */
  readonly handOff?: (destination: string) => Handoff | null;
  /** Messages of former conversations. */
  readonly history?: readonly ModelMessage[];
  /** It began elsewhere: nobody is greeted. @default it begins here */
  readonly resumed?: ResumedConversation;
  /**
   * Tools that are called, before they run, and what came of them: for a record that outlives this process. They run
   * once the promise is settled, or takes too long: what is not recorded would run again after a crash.
   */
  readonly onToolLines?: (lines: readonly CallMessage[]) => Promise<unknown> | undefined;
  /** Gets every message for the page, in order. */
  readonly onMessage: (message: ServerMessage) => void;
  /** Called once, whatever ended the conversation. */
  readonly onEnded: (report: ConversationReport) => void;
  /** A provider failed: for the log; the conversation recovers or ends by itself. */
  readonly onFault?: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

/** One conversation with one assistant. */
export interface Conversation {
  /** Nobody speaks, and nothing is owed or being done: it can go on elsewhere without a word. */
  readonly isAtRest: boolean;
  /** The caller can hear: says the first message and starts the clocks. Further calls do nothing. */
  start(): void;
  /** The caller's microphone: mono 16 kHz signed 16-bit, any length, in order. */
  handleAudio(pcm: Int16Array): void;
  handleMessage(message: ClientMessage): void;
  /** Says `words`, then ends the conversation. Does nothing before the start or once it is ending. */
  conclude(reason: EndReason, words: string): void;
  /** Ends the conversation. Every call resolves with the same report. */
  end(reason: EndReason): Promise<ConversationReport>;
  /** Stops here, and goes on elsewhere: nothing is said, sent or done any more, and there is no report. */
  release(): void;
}
