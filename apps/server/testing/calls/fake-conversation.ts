import type { Conversation, ConversationOptions, ConversationReport } from '@kindling/conversation';
import type { EndReason } from '@kindling/protocol';
import type { ClientMessage } from '@kindling/protocol/messages';

/** A conversation whose every step a test decides. */
export interface FakeConversation extends Conversation {
  readonly options: ConversationOptions;
  readonly started: boolean;
  readonly messages: readonly ClientMessage[];
  readonly heardSamples: number;
  /** Between turns. @default it is, once it was started */
  isAtRest: boolean;
  /** It was let go of. */
  readonly isReleased: boolean;
  /** What it was to say at its end. */
  readonly concluded: readonly string[];
  /** Ends it as the assistant would. */
  endItself(reason: EndReason): void;
}

export interface FakeConversations {
  readonly all: readonly FakeConversation[];
  readonly create: (options: ConversationOptions) => Conversation;
  last(): FakeConversation;
}

export function createFakeConversations(): FakeConversations {
  const all: FakeConversation[] = [];
  return {
    all,
    create(options) {
      const conversation = createFakeConversation(options);
      all.push(conversation);
      return conversation;
    },
    last() {
      const conversation = all.at(-1);
      if (conversation === undefined) throw new Error('no conversation was made');
      return conversation;
    },
  };
}

function createFakeConversation(options: ConversationOptions): FakeConversation {
  const messages: ClientMessage[] = [];
  const concluded: string[] = [];
  let startedAt: number | null = null;
  let heardSamples = 0;
  let report: ConversationReport | null = null;
  let isAtRest = true;
  let isReleased = false;
  const end = (endReason: EndReason): ConversationReport => {
    if (report !== null) return report;
    report = createReport(endReason, startedAt, options.clock.now());
    options.onEnded(report);
    return report;
  };
  return {
    options,
    messages,
    get isAtRest() {
      return isAtRest && startedAt !== null && report === null && !isReleased;
    },
    set isAtRest(value) {
      isAtRest = value;
    },
    get isReleased() {
      return isReleased;
    },
    release() {
      isReleased = true;
    },
    get started() {
      return startedAt !== null;
    },
    get heardSamples() {
      return heardSamples;
    },
    start() {
      startedAt ??= options.clock.now();
    },
    handleAudio(pcm) {
      heardSamples += pcm.length;
    },
    handleMessage: (message) => void messages.push(message),
    conclude: (reason, words) => {
      concluded.push(words);
      end(reason);
    },
    concluded,
    end: async (reason) => end(reason),
    endItself: (reason) => void end(reason),
  };
}

function createReport(
  endReason: EndReason,
  startedAt: number | null,
  endedAt: number,
): ConversationReport {
  const line = { role: 'bot', message: 'Hello.', time: endedAt, endTime: endedAt } as const;
  return {
    endReason,
    startedAt,
    endedAt,
    messages: [{ ...line, secondsFromStart: 0 }],
    transcript: 'AI: Hello.',
    turnTimings: [
      { turn: 1, endpointing: 300, transcriber: 0, model: 5, voice: 40, transport: 20, total: 365 },
    ],
  };
}
