/** Messages kept for a connection that is not there yet, or not for the moment. */
const MAX_MESSAGES = 1_024;
const MAX_CHARACTERS = 1_048_576;

export interface Outbox {
  readonly size: number;
  /** False when it is full; the message is not kept. */
  push(text: string): boolean;
  /** Hands over in order until `send` refuses; what it refused stays. */
  drain(send: (text: string) => boolean): void;
  clear(): void;
}

export function createOutbox(): Outbox {
  let texts: string[] = [];
  let characters = 0;
  return {
    get size() {
      return texts.length;
    },
    push(text) {
      if (texts.length >= MAX_MESSAGES || characters + text.length > MAX_CHARACTERS) return false;
      texts.push(text);
      characters += text.length;
      return true;
    },
    drain(send) {
      let taken = 0;
      for (const text of texts) {
        if (!send(text)) break;
        taken++;
        characters -= text.length;
      }
      texts = texts.slice(taken);
    },
    clear() {
      texts = [];
      characters = 0;
    },
  };
}
