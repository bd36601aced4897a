import type { CallMessage } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Logger } from 'pino';
import type { CallMetrics } from '../../../platform/metrics/metrics.ts';
import type { PlacedLine } from '../store/call-lines.ts';
import type { CallWriter } from '../store/call-writer.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import { createLineRecorder } from './line-recorder.ts';
import { createRefusals } from './refusals.ts';
import {
  createTranscriptKeeper,
  type TranscriptKeeper,
  type TranscriptKeeperOptions,
} from './transcript-keeper.ts';

const CALL_FULL =
  'This call holds as much text as a call may: what is said from here on is not kept.';

export interface CallMessagesOptions extends Pick<TranscriptKeeperOptions, 'resumed'> {
  readonly id: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<CallMetrics, 'turnAnswered'>;
  readonly store: Pick<CallWriter, 'writeLines'>;
  /** Tells the organisation's server. */
  readonly reporter: Pick<CallReporter, 'handle'>;
  /** Types of messages the page is sent. */
  readonly clientMessages: readonly string[];
  /** Whether what is said is stored at once, before the call's end. */
  readonly storesLines: () => boolean;
  /** After all that is done with it here. */
  readonly onHandled: (message: ServerMessage) => void;
  readonly sendToPage: (message: string) => void;
}

/** What a call says of itself: to its page, to the organisation's server, into the database. */
export interface CallMessages {
  readonly transcript: TranscriptKeeper;
  /** What the conversation says. */
  handle(message: ServerMessage): void;
  /** Tools that are called, and their results. Resolves when they are stored, or could not be. */
  handleTools(lines: readonly CallMessage[]): Promise<unknown>;
  send(message: ServerMessage): void;
  /** The lines that `act` adds came with the command of this number. Resolves when they are stored, or could not be. */
  during(command: number | null, act: () => void): Promise<unknown>;
  /** Resolves when every line so far is stored; false: one could not be. */
  flush(): Promise<boolean>;
}

export function createCallMessages(options: CallMessagesOptions): CallMessages {
  const { id, clock, log } = options;
  const transcript = createTranscriptKeeper({ now: () => clock.now(), ...options });
  const shouldNotify = createRefusals(() => clock.now());
  const recorder = createLineRecorder({
    store: (lines) => options.store.writeLines(id, lines),
    onFailed: (error) => log.warn({ callId: id, err: error }, 'call lines not stored'),
  });

  let command: number | undefined;
  /** Of the command that is being handled. */
  let writes: Promise<unknown>[] | null = null;

  function handle(message: ServerMessage): void {
    if (message.type === 'turn-timing') options.metrics.turnAnswered(message.timing);
    // The server tells status itself: in progress when it starts, ended once the call is stored.
    if (message.type === 'status-update') return;
    void keep(transcript.handle(message, command));
    send(message);
    options.onHandled(message);
  }

  function keep(line: PlacedLine | 'full' | null): Promise<unknown> | undefined {
    if (line === 'full') send({ type: 'error', code: 'call_full', message: CALL_FULL });
    else if (line !== null && options.storesLines()) {
      const written = recorder.write(line);
      writes?.push(written);
      return written;
    }
    return undefined;
  }

  function send(message: ServerMessage): void {
    if (message.type === 'error' && !shouldNotify(message.code)) return;
    options.reporter.handle(message);
    if (options.clientMessages.includes(message.type)) options.sendToPage(JSON.stringify(message));
  }

  return {
    transcript,
    handle,
    handleTools: (lines) => Promise.all(lines.map((line) => keep(transcript.add(line)))),
    send,
    during(caused, act) {
      command = caused ?? undefined;
      const own: Promise<unknown>[] = [];
      writes = own;
      try {
        act();
      } finally {
        command = undefined;
        writes = null;
      }
      return Promise.all(own);
    },
    flush: recorder.flush,
  };
}
