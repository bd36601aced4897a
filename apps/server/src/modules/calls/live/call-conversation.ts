import type {
  Conversation,
  ConversationOptions,
  ConversationReport,
  Engines,
  ModelMessage,
  ResumedConversation,
} from '@kindling/conversation';
import type { Clock } from '@kindling/protocol/clock';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Logger } from 'pino';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import type { WriteLine } from '../../logs/log-port.ts';
import type { DailyBudget } from '../../usage/daily-budgets.ts';
import { createCallTime } from './call-time.ts';

const QUOTA_WORDS =
  'I have to end our call here: what may be used today is used up. Please try again tomorrow.';

export interface CallConversationOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who speaks. */
  readonly router: Pick<AssistantRouter, 'speaker'>;
  readonly handOff: AssistantRouter['handOff'];
  /** What was said before, in the call's session. */
  readonly history: readonly ModelMessage[];
  readonly engines: Engines;
  readonly output: ConversationOptions['output'];
  /** What the key and its organisation have left today. */
  readonly budget: DailyBudget;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  /** Writes a line of the call's own log. */
  readonly writeLine: WriteLine;
  /** It goes on here. @default it begins here */
  readonly resumed?: ResumedConversation | undefined;
  readonly onToolLines: NonNullable<ConversationOptions['onToolLines']>;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onEnded: (report: ConversationReport) => void;
}

/** The conversation of a call, and the time it may take today. */
export interface CallConversation {
  /** Null until it was opened. */
  readonly current: Conversation | null;
  /** It hears from here on. */
  open(): void;
  /** It speaks from here on, and its time counts. */
  speak(): void;
  /** It goes on elsewhere. */
  release(): void;
}

export function createCallConversation(options: CallConversationOptions): CallConversation {
  const { id, clock, log, budget } = options;
  let conversation: Conversation | null = null;
  const time = createCallTime({
    clock,
    budget,
    onExhausted: conclude,
    onFailed: (error) => log.warn({ callId: id, err: error }, 'call time not counted'),
  });
  budget.onExhausted(conclude);

  function conclude(): void {
    conversation?.conclude('kindling.quota-exceeded', QUOTA_WORDS);
  }

  return {
    get current() {
      return conversation;
    },
    open() {
      conversation ??= options.createConversation({
        ...whoSpeaks(options.router),
        clock,
        handOff: options.handOff,
        history: options.history,
        engines: options.engines,
        output: options.output,
        ...(options.resumed && { resumed: options.resumed }),
        onToolLines: options.onToolLines,
        onMessage: options.onMessage,
        onEnded(report) {
          time.stop();
          options.onEnded(report);
        },
        onFault({ stage, error }) {
          log.warn({ callId: id, stage, err: error }, 'call provider failed');
          if (stage === 'transcriber') options.writeLine(transcriberLine(error));
        },
      });
    },
    speak() {
      conversation?.start();
      time.start();
    },
    release() {
      time.stop();
      conversation?.release();
    },
  };
}

function transcriberLine(error: unknown): Parameters<WriteLine>[0] {
  const reason = error instanceof Error ? error.message : String(error);
  return { message: 'A recogniser failed.', level: 'WARN', error: reason };
}

/** What the conversation needs to know about the assistant that is speaking. */
function whoSpeaks({ speaker }: Pick<AssistantRouter, 'speaker'>) {
  const { name, settings, tools, transcribers, hookTools, node } = speaker;
  return {
    settings,
    assistantName: name,
    ...(tools === undefined ? {} : { tools }),
    ...(transcribers === undefined ? {} : { transcribers }),
    ...(hookTools === undefined ? {} : { hookTools }),
    ...(node === undefined ? {} : { node }),
  };
}
