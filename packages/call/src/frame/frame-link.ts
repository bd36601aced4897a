import { CallError } from '../core/call-error.ts';
import {
  type FrameError,
  type FromFrame,
  readFromFrame,
  type ToFrame,
  toFrame,
} from './frame-protocol.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: CallError): void;
}

export interface FrameLinkCallbacks {
  /** The call page is ready, perhaps again after a reload. */
  onReady(): void;
  onMessage(message: FromFrame): void;
}

/**
 * The embedding page's side of the messages with the call page. Accepts only its own frame's
 * window at the room's origin, and posts only to that origin.
 */
export class FrameLink {
  readonly #element: HTMLIFrameElement;
  readonly #callbacks: FrameLinkCallbacks;
  readonly #pending = new Map<number, Pending>();
  #origin: string | null = null;
  #calls = 0;

  constructor(element: HTMLIFrameElement, callbacks: FrameLinkCallbacks) {
    this.#element = element;
    this.#callbacks = callbacks;
    window.addEventListener('message', this.#handleMessage);
  }

  /** Sets the address at which the call page is expected. */
  expect(url: string): void {
    this.#origin = new URL(url).origin;
  }

  /** @throws a `CallError` for what cannot be copied to another window */
  send(message: ToFrame): void {
    if (this.#origin === null) return;
    try {
      this.#element.contentWindow?.postMessage(message, this.#origin);
    } catch (cause) {
      throw new CallError(
        'invalid-property',
        'Media tracks and functions cannot be given to a call in a frame.',
        { cause },
      );
    }
  }

  /** Runs a method in the frame. Rejects as it does there. */
  call(method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.send(toFrame({ type: 'call', id, method, args }));
      this.#pending.set(id, { resolve, reject });
    });
  }

  /** Rejects all pending calls. */
  drop(message: string): void {
    const error = new CallError('connection-error', message);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  close(): void {
    window.removeEventListener('message', this.#handleMessage);
    this.drop('The frame was closed.');
  }

  readonly #handleMessage = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#element.contentWindow || origin !== this.#origin) return;
    const message = readFromFrame(data);
    if (message === null) return;
    if (message.type === 'ready') this.#callbacks.onReady();
    else if (message.type === 'result') this.#settle(message.id)?.resolve(message.value);
    else if (message.type === 'failure') this.#settle(message.id)?.reject(revive(message.error));
    else this.#callbacks.onMessage(message);
  };

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

function revive({ code, message, stage }: FrameError): CallError {
  return new CallError(code, message, stage === undefined ? {} : { stage });
}
