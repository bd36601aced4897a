/** Events kept while there is no connection, or none for the moment. */
const MAX_MESSAGES = 1_024;
const MAX_CHARACTERS = 1_048_576;
/** More than a room sends anybody in its life. */
const EVENTS_OF_GENERATION = 2 ** 32;

/** Numbers the events to one client and keeps them, in order, until they are known to have arrived. */
export interface ReliableChannel {
  /** Numbers the event and keeps it. False when the queue is full; the event is dropped then. */
  push(event: object): boolean;
  /** Passes events to `send`, in order, until it returns false; that event and the rest are kept. */
  drain(send: (text: string) => boolean): void;
  /** The client received everything up to this number. */
  confirm(received: number): void;
  /** A new connection: everything that is not confirmed is sent again. */
  rewind(): void;
  clear(): void;
}

interface QueuedEvent {
  readonly seq: number;
  readonly text: string;
}

/**
 * `confirms`: whether the client confirms what it received; if not, an event is forgotten once sent. `generation`: see
 * `RoomOptions`; the numbers of each are above those of the one before.
 */
export function createReliableChannel({
  confirms,
  generation = 0,
}: {
  readonly confirms: boolean;
  readonly generation?: number;
}): ReliableChannel {
  let queue: QueuedEvent[] = [];
  /** How many events at the head of the queue were sent and wait for confirmation. */
  let sent = 0;
  let characters = 0;
  let sequence = generation * EVENTS_OF_GENERATION;

  const forget = (count: number): void => {
    for (const { text } of queue.slice(0, count)) characters -= text.length;
    queue = queue.slice(count);
    sent = Math.max(0, sent - count);
  };
  const isFull = (text: string) =>
    queue.length >= MAX_MESSAGES || characters + text.length > MAX_CHARACTERS;

  return {
    push(event) {
      const text = JSON.stringify({ ...event, seq: sequence + 1 });
      // Events that were sent have most likely arrived: they make room first.
      while (sent > 0 && isFull(text)) forget(1);
      if (isFull(text)) return false;
      sequence += 1;
      queue.push({ seq: sequence, text });
      characters += text.length;
      return true;
    },
    drain(send) {
      for (let next = queue[sent]; next !== undefined; next = queue[sent]) {
        if (!send(next.text)) break;
        sent += 1;
      }
      if (!confirms) forget(sent);
    },
    confirm: (received) => forget(queue.filter(({ seq }) => seq <= received).length),
    rewind() {
      sent = 0;
    },
    clear: () => forget(queue.length),
  };
}
