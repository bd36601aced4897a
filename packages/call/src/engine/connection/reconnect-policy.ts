import { CallError } from '../../core/call-error.ts';
import type { Clock } from '../../core/clock.ts';

/** A connection often comes back by itself within this time, ms. */
const DISCONNECTED_TIMEOUT = 2_000;
/** A restart that has not connected by then is tried again with a new connection, ms. */
const ATTEMPT_TIMEOUT = 3_000;
const RETRY_DELAY = 500;
/** Where another server is taking the room over, which mostly takes some ten milliseconds, ms. */
const WAITING_DELAY = 200;
/** One that takes longer starts, and is not asked so often. */
const QUICK_ATTEMPTS = 10;
/** How long the first connection may take, ms. */
const FIRST_LIMIT = 10_000;
/**
 * How long an interrupted call may take to come back, ms. Where a machine dies, this page notices after six seconds at
 * most, the other nodes after eight and a half; then come two attempts of 4.5 s, the first of which may be sent to the
 * dead one. It is heard again after 18 s, and looked for until 29 s. A server that lives ends the call after ten
 * seconds of silence, and says so as soon as it is reached.
 */
const RECONNECT_LIMIT = 25_000;
/** A server that is started again takes some seconds to be there, ms. */
const MOVED_LIMIT = 30_000;

/**
 * `refused`: the server was reached, this connection cannot be continued. `waiting`: a server was reached that does not
 * have the room yet, and is about to.
 */
export type RestartOutcome = 'answered' | 'unreachable' | 'refused' | 'waiting';

export interface ReconnectPolicyOptions {
  readonly clock: Clock;
  /**
   * `fresh`: with a new connection instead of an ICE restart on this one.
   *
   * @throws only when the room no longer knows this participant
   */
  restart(fresh: boolean): Promise<RestartOutcome>;
  onInterrupted(): void;
  onRestored(): void;
  /** Called once, after the policy has stopped. */
  onLost(error: CallError): void;
}

/** Brings an interrupted connection back within 25 seconds, thirty where the server died, or gives it up once. */
export class ReconnectPolicy {
  readonly #options: ReconnectPolicyOptions;
  #interrupted = false;
  #stopped = false;
  #attempting = false;
  /** An ICE restart did not help: the next attempt uses a new connection. */
  #fresh = false;
  /** Attempts since the interruption that the server answered with a wait. */
  #waits = 0;
  #cancelDeadline = () => {};
  #cancelNext = () => {};

  constructor(options: ReconnectPolicyOptions) {
    this.#options = options;
  }

  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** The first connection is treated like one that was lost. */
  start(): void {
    this.#interrupt(FIRST_LIMIT);
    this.#attemptIn(ATTEMPT_TIMEOUT);
  }

  handleState(state: RTCPeerConnectionState): void {
    if (this.#stopped) return;
    if (state === 'connected') this.#restored();
    if (state === 'disconnected') {
      this.#interrupt();
      if (!this.#attempting) this.#attemptIn(DISCONNECTED_TIMEOUT);
    }
    if (state === 'failed' || state === 'closed') {
      this.#interrupt();
      this.#attemptIn(0);
    }
  }

  /** The data channel is closed for good: only a new connection has another. */
  handleChannelClosed(): void {
    if (this.#stopped) return;
    this.#interrupt();
    this.#fresh = true;
    this.#attemptIn(0);
  }

  /** The server died: another, or the same one started again, will know the room. */
  handleMoved(): void {
    if (this.#stopped) return;
    if (this.#interrupted) this.#giveUpIn(MOVED_LIMIT);
    else this.#interrupt(MOVED_LIMIT);
    this.#fresh = true;
    this.#attemptIn(0);
  }

  /** The network came back, often another one: the old path rarely still works. */
  handleOnline(): void {
    if (!this.#stopped) this.#attemptIn(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelDeadline();
    this.#cancelNext();
  }

  #interrupt(limit = RECONNECT_LIMIT): void {
    if (this.#interrupted) return;
    this.#interrupted = true;
    this.#fresh = false;
    this.#giveUpIn(limit);
    this.#options.onInterrupted();
  }

  #giveUpIn(limit: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.#options.clock.schedule(limit, () => {
      this.#lose(
        new CallError('connection-error', 'The connection was lost.', { stage: 'reconnect' }),
      );
    });
  }

  #restored(): void {
    this.#cancelNext();
    if (!this.#interrupted) return;
    this.#interrupted = false;
    this.#fresh = false;
    this.#waits = 0;
    this.#cancelDeadline();
    this.#options.onRestored();
  }

  #attemptIn(delay: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#options.clock.schedule(delay, () => void this.#attempt());
  }

  async #attempt(): Promise<void> {
    if (this.#attempting || this.#stopped) return;
    this.#attempting = true;
    try {
      this.#handleOutcome(await this.#options.restart(this.#fresh));
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      this.#lose(new CallError('connection-error', message, { cause, stage: 'reconnect' }));
    } finally {
      this.#attempting = false;
    }
  }

  #handleOutcome(outcome: RestartOutcome): void {
    if (this.#stopped) return;
    // While the server cannot be reached the old connection may still recover: keep it.
    if (outcome === 'refused' && !this.#fresh) {
      this.#fresh = true;
      this.#attemptIn(0);
    } else if (outcome === 'waiting') {
      this.#fresh = true;
      this.#waits += 1;
      this.#attemptIn(this.#waits < QUICK_ATTEMPTS ? WAITING_DELAY : RETRY_DELAY);
    } else if (outcome !== 'answered') {
      this.#attemptIn(RETRY_DELAY);
    } else if (this.#interrupted) {
      this.#fresh = true;
      this.#attemptIn(ATTEMPT_TIMEOUT);
    }
  }

  #lose(error: CallError): void {
    if (this.#stopped) return;
    this.stop();
    this.#options.onLost(error);
  }
}
