import type { RoomCommand, RoomEvent } from '@kindling/protocol/room';

export interface MailboxOptions {
  /** False while the way is not open. */
  send(text: string): boolean;
  onEvent(event: RoomEvent): void;
}

interface Kept {
  readonly seq: number;
  readonly text: string;
}

/**
 * Keeps what has not arrived yet, and what the page is not ready to hear yet; both in order. What
 * a connection took with it when it broke goes again on the next one.
 */
export class Mailbox {
  readonly #options: MailboxOptions;
  #seq = 0;
  /** Not known to have arrived, the oldest first. */
  #kept: Kept[] = [];
  /** How many of them this connection was given. */
  #given = 0;
  #heard = 0;
  #inbox: RoomEvent[] = [];
  #delivering = false;

  constructor(options: MailboxOptions) {
    this.#options = options;
  }

  /** Number of the last event that arrived. */
  get heard(): number {
    return this.#heard;
  }

  /** What is not known to have arrived, the oldest first. */
  get unconfirmed(): readonly string[] {
    return this.#kept.map((command) => command.text);
  }

  send(command: RoomCommand): void {
    this.#seq += 1;
    this.#kept.push({ seq: this.#seq, text: JSON.stringify({ ...command, seq: this.#seq }) });
    this.#flush();
  }

  /** A way is open that nothing went yet. */
  renew(): void {
    this.#given = 0;
    this.#flush();
  }

  /** The other end has these; one that does not count is taken to have what it was given. */
  confirm(received: number | undefined): void {
    const arrived =
      received === undefined
        ? this.#given
        : this.#kept.filter((command) => command.seq <= received).length;
    this.#kept = this.#kept.slice(arrived);
    this.#given = Math.max(0, this.#given - arrived);
  }

  /** False for what was here before. */
  accepts(event: RoomEvent): boolean {
    if (!('seq' in event) || typeof event.seq !== 'number') return true;
    if (event.seq <= this.#heard) return false;
    this.#heard = event.seq;
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
    this.#kept = [];
    this.#given = 0;
    this.#inbox = [];
  }

  #flush(): void {
    for (
      let next = this.#kept[this.#given];
      next !== undefined && this.#options.send(next.text);
      next = this.#kept[this.#given]
    ) {
      this.#given += 1;
    }
  }
}
