import { type Clock, repeat } from '../../core/clock.ts';

/** The server treats ten seconds of silence as loss: several of these arrive within that time, ms. */
const INTERVAL = 1_200;
/** This many unanswered pings in a row mean that nothing gets through. */
const UNANSWERED = 4;

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** False while nothing can be sent: silence means nothing then. */
  ping(): boolean;
  /** The last ping is unanswered: the server may have died with all that could have said so. Called with each such beat. */
  onSuspected(): void;
  /** Connected as the browser sees it, and yet nothing arrives: called once until something does. */
  onSilent(): void;
  onHeard(): void;
}

/**
 * Pings in both directions. A browser calls a connection connected while its checks are answered;
 * behind a router that lost its mapping they are, although media and messages are lost.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #unanswered = 0;
  #silent = false;
  #stop = () => {};

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stop();
    this.#stop = repeat(this.#options.clock, INTERVAL, () => this.#beat());
  }

  /** Called for anything that arrives. */
  heard(): void {
    this.#unanswered = 0;
    if (!this.#silent) return;
    this.#silent = false;
    this.#options.onHeard();
  }

  /** A new or reopened connection: earlier unanswered pings do not count. */
  renew(): void {
    this.#unanswered = 0;
    this.#silent = false;
  }

  stop(): void {
    this.#stop();
  }

  #beat(): void {
    if (!this.#silent && this.#unanswered >= UNANSWERED) {
      this.#silent = true;
      this.#options.onSilent();
    } else if (!this.#silent && this.#unanswered > 0) this.#options.onSuspected();
    if (this.#options.ping()) this.#unanswered += 1;
  }
}
