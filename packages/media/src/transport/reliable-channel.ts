/** Messages kept for a connection that is not there yet, or not for the moment. */
const MAX_MESSAGES = 1_024;
const MAX_CHARACTERS = 1_048_576;

/** What a person is told, in order, until it is known to have arrived. */
export interface ReliableChannel {
  /** Numbers the event and keeps it. False when there is no place; the event is lost then. */
  push(event: object): boolean;
  /** Hands over in order until `send` refuses; what it refused stays. */
  drain(send: (text: string) => boolean): void;
  /** The other side has everything up to this number. */
  confirm(received: number): void;
  /** Another connection: what is not known to have arrived goes again. */
  rewind(): void;
  clear(): void;
}

interface Kept {
  readonly seq: number;
  readonly text: string;
}

/** `confirms`: the other side says what has arrived; otherwise what was handed over is forgotten. */
export function createReliableChannel({
  confirms,
}: {
  readonly confirms: boolean;
}): ReliableChannel {
  let kept: Kept[] = [];
  let given = 0;
  let characters = 0;
  let sequence = 0;

  const forget = (count: number): void => {
    for (const { text } of kept.slice(0, count)) characters -= text.length;
    kept = kept.slice(count);
    given = Math.max(0, given - count);
  };
  const isFull = (text: string) =>
    kept.length >= MAX_MESSAGES || characters + text.length > MAX_CHARACTERS;

  return {
    push(event) {
      const text = JSON.stringify({ ...event, seq: sequence + 1 });
      // Handed over already, and most likely there.
      while (given > 0 && isFull(text)) forget(1);
      if (isFull(text)) return false;
      sequence += 1;
      kept.push({ seq: sequence, text });
      characters += text.length;
      return true;
    },
    drain(send) {
      for (let next = kept[given]; next !== undefined; next = kept[given]) {
        if (!send(next.text)) break;
        given += 1;
      }
      if (!confirms) forget(given);
    },
    confirm: (received) => forget(kept.filter(({ seq }) => seq <= received).length),
    rewind() {
      given = 0;
    },
    clear: () => forget(kept.length),
  };
}
