import type { CallError } from '../../core/call-error.ts';
import type { Clock } from '../../core/clock.ts';
import type { RestartOutcome } from './reconnect-policy.ts';

const RETRY_DELAY = 1_000;

interface Waiting {
  readonly version: number;
  resolve(): void;
  reject(error: unknown): void;
}

export interface NegotiationOptions {
  readonly clock: Clock;
  /** Sends another offer on this connection; `agree` is called when its answer was applied. */
  renegotiate(agree: () => void): Promise<RestartOutcome>;
  createRefusal(): CallError;
}

/** One offer/answer exchange at a time; requests made meanwhile go into the next one. */
export class Negotiation {
  readonly #options: NegotiationOptions;
  #wanted = 0;
  #agreed = 0;
  #turns: Promise<unknown> = Promise.resolve();
  #waiting: Waiting[] = [];
  #cancelRetry = () => {};
  #stopped = false;

  constructor(options: NegotiationOptions) {
    this.#options = options;
  }

  /** Queues an exchange; its `agree` settles everything requested before it started. */
  takeTurn<T>(exchange: (agree: () => void) => Promise<T>): Promise<T> {
    const turn = this.#turns.then(() => {
      const version = this.#wanted;
      return exchange(() => this.#settle(version));
    });
    this.#turns = turn.catch(() => {});
    return turn;
  }

  /** The transceivers changed: resolves when the other end agreed. */
  request(): Promise<void> {
    this.#wanted += 1;
    const version = this.#wanted;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ version, resolve, reject });
      this.#try();
    });
  }

  stop(error: CallError): void {
    this.#stopped = true;
    this.#cancelRetry();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one.reject(error);
  }

  #try(): void {
    this.#cancelRetry();
    const turn = this.takeTurn(async (agree) => {
      if (this.#stopped || this.#agreed >= this.#wanted) return;
      const version = this.#wanted;
      const outcome = await this.#options.renegotiate(agree);
      if (outcome === 'refused') this.#settle(version, this.#options.createRefusal());
    });
    turn.catch(() => {}).then(() => this.#retryLater());
  }

  /** The server was not reached: tries again, unless a new connection settles it first. */
  #retryLater(): void {
    if (this.#stopped || this.#agreed >= this.#wanted) return;
    this.#cancelRetry();
    this.#cancelRetry = this.#options.clock.schedule(RETRY_DELAY, () => this.#try());
  }

  #settle(version: number, refusal?: CallError): void {
    this.#agreed = Math.max(this.#agreed, version);
    const settled = this.#waiting.filter((one) => one.version <= version);
    this.#waiting = this.#waiting.filter((one) => one.version > version);
    for (const one of settled) {
      if (refusal === undefined) one.resolve();
      else one.reject(refusal);
    }
  }
}
