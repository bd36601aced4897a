import type { RoomCommand, RoomEvent } from '@kindling/protocol/room';
import { CallError } from '../../core/call-error.ts';

type Result = Extract<RoomEvent, { type: 'result' }>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: CallError): void;
}

/** Pending requests to the room. */
export class Requests {
  readonly #send: (command: RoomCommand) => void;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(send: (command: RoomCommand) => void) {
    this.#send = send;
  }

  ask(method: string, params: unknown): Promise<unknown> {
    this.#count += 1;
    const id = String(this.#count);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ type: 'request', id, method, params });
    });
  }

  handleResult({ id, value, error }: Result): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else {
      const code = error.code === 'not_configured' ? 'not-configured' : 'refused';
      waiting?.reject(new CallError(code, error.message));
    }
  }

  /** No answer will come any more. */
  close(): void {
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of left) {
      reject(new CallError('before-join', 'The call was left before the room answered.'));
    }
  }
}
