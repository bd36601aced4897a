import type { CallMessage, EndReason, TurnTiming } from '@kindling/protocol';
import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Clock } from '@kindling/protocol/clock';
import type { ClientMessage, ServerMessage } from '@kindling/protocol/messages';
import type { Model, ModelMessage } from '../generation/model.ts';
import type { ToolRunner } from '../generation/tools.ts';
import type { Voice } from '../playout/voice.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { TurnPlan } from '../recognition/turn-plan.ts';
import type { Vad } from '../recognition/vad.ts';
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
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Words it takes to stop the assistant; 0 leaves it to voice alone. */
  readonly interruptionWords: number;
  /** Where its owner says how it takes turns. */
  readonly turnPlan?: TurnPlan;
  /** Said when the call ends because nobody spoke, instead of the closing message. */
  readonly silenceMessage?: string;
  readonly reminders?: ReminderPlan;
}

export interface Engines {
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly model: Model;
  readonly voice: Voice;
}

/** Of a workflow: where the conversation is. */
export interface ActiveNode {
  readonly name: string;
  readonly type: string;
}

/** Who speaks: a handoff puts another in its place, and the conversation goes on. */
export interface ActiveAssistant {
  /** For people and the page. */
  readonly name: string | null;
  /** Which node of a workflow this is; absent: it is none. */
  readonly node?: ActiveNode;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly tools?: ToolRunner;
}

/**
 * What the next assistant's model knows of what was said: all of it and both prompts, all of it under
 * the new prompt, or nothing. The call's own messages and transcript keep everything.
 */
export type HandoffHistory = 'keep-prompts' | 'replace-prompt' | 'forget';

export interface Handoff {
  readonly to: ActiveAssistant;
  readonly history: HandoffHistory;
}

/** What remains of a conversation: stored with the call. */
export interface ConversationReport {
  readonly endReason: EndReason;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly messages: readonly CallMessage[];
  /** `AI: …` and `User: …` lines. */
  readonly transcript: string;
  readonly turnTimings: readonly TurnTiming[];
}

export interface ConversationOptions {
  readonly settings: ConversationSettings;
  readonly engines: Engines;
  readonly output: AudioOutput;
  readonly clock: Clock;
  /** Of the one who speaks first; a handoff brings the next one's. */
  readonly tools?: ToolRunner;
  /** Name of the one who speaks first. */
  readonly assistantName?: string | null;
  /** Of a workflow: where it starts. */
  readonly node?: ActiveNode;
  /**
   * Who takes over under this name; null: nobody does. Asked for a tool's effect `handoff`, once the
   * words that came with it were said.
   */
  readonly handOff?: (destination: string) => Handoff | null;
  /** What was said before, in other conversations. */
  readonly history?: readonly ModelMessage[];
  /** Everything the page may be told, in order. */
  readonly onMessage: (message: ServerMessage) => void;
  /** Once, whoever ended it. */
  readonly onEnded: (report: ConversationReport) => void;
  /** A provider failed; the conversation recovers or ends, this is for the log. */
  readonly onFault?: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

/** One conversation with one assistant. */
export interface Conversation {
  /** The person can hear: speak the first message and start the clocks. Further calls do nothing. */
  start(): void;
  /** The person's microphone: mono 16 kHz signed 16-bit, any length, in order. */
  handleAudio(pcm: Int16Array): void;
  handleMessage(message: ClientMessage): void;
  /** Says why, as far as it can be heard, and ends it then. Nothing where it has not started or is ending. */
  conclude(reason: EndReason, words: string): void;
  /** Ends it; resolves with the same report however often it is called. */
  end(reason: EndReason): Promise<ConversationReport>;
}
