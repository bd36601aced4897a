import type { RoomCommand, RoomEvent } from '@kindling/protocol/room';

export interface ReliableChannelOptions {
  /** False while the way is not open. */
  send(text: string): boolean;
  onEvent(event: RoomEvent): void;
}

interface SentCommand {
  readonly seq: number;
  readonly text: string;
}

/**
 * Keeps what has not arrived yet, and what the page is not ready to hear yet; both in order. What
 * a connection took with it when it broke goes again on the next one.
 */
export class ReliableChannel {
  readonly #options: ReliableChannelOptions;
  #seq = 0;
  /** Not known to have arrived, the oldest first. */
  #unconfirmed: SentCommand[] = [];
  /** How many of them this connection was given. */
  #sentCount = 0;
  #lastReceived = 0;
  #inbox: RoomEvent[] = [];
  #delivering = false;

  constructor(options: ReliableChannelOptions) {
    this.#options = options;
  }

  /** Number of the last event that arrived. */
  get lastReceived(): number {
    return this.#lastReceived;
  }

  /** What is not known to have arrived, the oldest first. */
  get unconfirmed(): readonly string[] {
    return this.#unconfirmed.map((command) => command.text);
  }

  send(command: RoomCommand): void {
    this.#seq += 1;
    this.#unconfirmed.push({
      seq: this.#seq,
      text: JSON.stringify({ ...command, seq: this.#seq }),
    });
    this.#flush();
  }

  /** A way is open that nothing went yet. */
  renew(): void {
    this.#sentCount = 0;
    this.#flush();
  }

  /** The other end has these; one that does not count is taken to have what it was given. */
  confirm(received: number | undefined): void {
    const arrived =
      received === undefined
        ? this.#sentCount
        : this.#unconfirmed.filter((command) => command.seq <= received).length;
    this.#unconfirmed = this.#unconfirmed.slice(arrived);
    this.#sentCount = Math.max(0, this.#sentCount - arrived);
  }

  /** False for what was here before. */
  accepts(event: RoomEvent): boolean {
    if (!('seq' in event) || typeof event.seq !== 'number') return true;
    if (event.seq <= this.#lastReceived) return false;
    this.#lastReceived = event.seq;
    return true;
  }

  receive(event: RoomEvent): void {
    this.#inbox.push(event);
    if (this.#delivering) this.deliver();
  }

  /** From now on events go to the page at once. */
  deliver(): void {
    this.#delivering = true;
    for (let event = this.#inbox.shift(); event !== undefined; event = this.#inbox.shift()) {
      this.#options.onEvent(event);
    }
  }

  clear(): void {
    this.#unconfirmed = [];
    this.#sentCount = 0;
    this.#inbox = [];
  }

  #flush(): void {
    for (
      let next = this.#unconfirmed[this.#sentCount];
      next !== undefined && this.#options.send(next.text);
      next = this.#unconfirmed[this.#sentCount]
    ) {
      this.#sentCount += 1;
    }
  }
}
