import type { RoomCommand, RoomEvent } from '@kindling/protocol/room';

export interface ReliableChannelOptions {
  /** False while the channel is not open. */
  send(text: string): boolean;
  onEvent(event: RoomEvent): void;
}

interface SentCommand {
  readonly seq: number;
  readonly text: string;
}

/**
 * Keeps commands until they are acknowledged, and events until the page is ready, both in order. What
 * was lost with a broken connection is sent again on the next one.
 */
export class ReliableChannel {
  readonly #options: ReliableChannelOptions;
  #seq = 0;
  /** Not known to have arrived, the oldest first. */
  #unconfirmed: SentCommand[] = [];
  /** How many of them were sent on this connection. */
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

  /** Commands that are not known to have arrived, the oldest first. */
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

  /** A new channel is open: sends everything unacknowledged again. */
  renew(): void {
    this.#sentCount = 0;
    this.#flush();
  }

  /** The other end has received up to `received`; one that does not count is assumed to have all that was sent. */
  confirm(received: number | undefined): void {
    const arrived =
      received === undefined
        ? this.#sentCount
        : this.#unconfirmed.filter((command) => command.seq <= received).length;
    this.#unconfirmed = this.#unconfirmed.slice(arrived);
    this.#sentCount = Math.max(0, this.#sentCount - arrived);
  }

  /** False for an event that was received before. */
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

  /** From now on events are delivered at once. */
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
