import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { isDoneWithin } from '../../../platform/time/is-done-within.ts';
import type { FeatureSet } from '../../../rooms/meetings/feature-set.ts';
import type { CallWriter } from '../store/call-writer.ts';
import type { ConnectionRecordOptions } from './connection-record.ts';
import { createJoinDeadlines } from './join-deadlines.ts';

/** Longest that the first word waits for a recording to begin, ms. */
const RECORDING_TIMEOUT = 1_000;

export interface CallStartOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: Pick<CallWriter, 'markInProgress'>;
  /** Writes a line of the call's own log. */
  readonly writeLine: ConnectionRecordOptions['writeLine'];
  readonly features: Pick<FeatureSet, 'handleCallStarting'>;
  /** Whether it was started with a private key. Calls started otherwise time out sooner if nobody joins. */
  readonly isTrusted: boolean;
  /** It goes on here, and had started where it was. */
  readonly wasStarted: boolean;
  readonly onNeverJoined: () => void;
  /** Answers the page that it is listened to. */
  readonly onListening: () => void;
  /** Epoch ms. */
  readonly onStarted: (at: number) => void;
  /** What has to begin has begun: the assistant may speak. */
  readonly onReady: () => void;
}

/** The start of a call: its visitor joins, their page says that it can hear, the assistant may speak. */
export interface CallStart {
  /** Whether a page could hear already. */
  readonly begun: boolean;
  handleJoined(): void;
  /** A page can hear; of a session that says so again, nothing is made. */
  handlePlayable(sessionId: string): void;
  /** Its visitor is connected: where the call goes on here, they could hear before and are spoken to at once. */
  handleConnected(): void;
  /** Nobody is waited for any more. */
  cancel(): void;
}

export function createCallStart(options: CallStartOptions): CallStart {
  const { id, clock, log } = options;
  let begun = false;
  /** Session id of the participant that is listened to. */
  let listener = '';
  const deadlines = createJoinDeadlines({
    clock,
    isTrusted: options.isTrusted,
    onMissed: options.onNeverJoined,
  });

  function begin(): void {
    log.info({ callId: id }, 'call started');
    const startedAt = clock.now();
    options.store
      .markInProgress(id, startedAt)
      .catch((error: unknown) => log.error({ callId: id, err: error }, 'call start not stored'));
    options.onStarted(startedAt);
    speakWhenRecorded();
  }

  function speakWhenRecorded(): void {
    begun = true;
    deadlines.cancel();
    const starting = options.features.handleCallStarting();
    if (starting === null) options.onReady();
    else void untilRecorded(starting).then(options.onReady);
  }

  /** A call is held whether or not it can be recorded. */
  async function untilRecorded(starting: Promise<unknown>): Promise<void> {
    const recorded = starting.catch((error: unknown) => {
      log.error({ callId: id, err: error }, 'call not recorded');
      const why = error instanceof Error ? error.message : String(error);
      options.writeLine({ message: `The call is not recorded: ${why}`, level: 'WARN' });
    });
    await isDoneWithin(clock, RECORDING_TIMEOUT, recorded);
  }

  return {
    get begun() {
      return begun;
    },
    handleJoined: deadlines.handleJoined,
    handlePlayable(sessionId) {
      if (listener === sessionId) return;
      listener = sessionId;
      options.onListening();
      if (!begun) begin();
    },
    handleConnected() {
      if (options.wasStarted && !begun) speakWhenRecorded();
    },
    cancel: deadlines.cancel,
  };
}
