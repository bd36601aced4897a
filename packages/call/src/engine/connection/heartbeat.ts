import { type Clock, repeat } from '../../core/clock.ts';

/** The server takes ten seconds of silence for loss: it hears one of these well within. */
const INTERVAL = 1_500;
/** So many in a row without any word from the other end: nothing gets through. */
const UNANSWERED = 3;

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** False while there is no way to send: silence is no news then. */
  ping(): boolean;
  /** Connected as the browser sees it, and yet nothing arrives: told once until something does. */
  onSilent(): void;
  onHeard(): void;
}

/**
 * Signs of life both ways. A browser calls a connection connected while its checks are answered;
 * behind a router that forgot the way, they are, and media and messages are lost all the same.
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

  /** Anything arrived. */
  heard(): void {
    this.#unanswered = 0;
    if (!this.#silent) return;
    this.#silent = false;
    this.#options.onHeard();
  }

  /** Another connection, or a way that opened again: what was owed before does not count. */
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
    }
    if (this.#options.ping()) this.#unanswered += 1;
  }
}
