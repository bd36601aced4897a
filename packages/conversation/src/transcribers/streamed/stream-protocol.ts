import type { TranscriberErrorCode } from '../transcriber-error.ts';

export interface StreamAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Words of one part of what was said: a later one of the same part replaces it. */
export interface PartOfWords {
  readonly type: 'words';
  readonly part: number;
  readonly text: string;
  readonly isFinal: boolean;
  /** Seconds of sound that were sent until the end of this part; null: not known. */
  readonly until: number | null;
  /** It answers the message that a pause is there. */
  readonly finishes: boolean;
}

export type StreamEvent =
  | PartOfWords
  | { readonly type: 'ready' }
  | {
      readonly type: 'failed';
      readonly code: TranscriberErrorCode;
      /** A name or a number, never a sentence of the provider's. */
      readonly detail: string;
    };

/** How a provider wants to be spoken to over a websocket. Sound is 16 kHz signed 16-bit. */
export interface StreamProtocol {
  /** Asked anew for every connection. */
  connect(): StreamAddress | Promise<StreamAddress>;
  /** Sent first. */
  readonly opening?: string;
  /** Sound waits for the event `ready`. @default it is sent once connected */
  readonly waitsForReady?: boolean;
  /** Of two the caller is the first, and the second is silent. */
  readonly channels: 1 | 2;
  /** Says that there is a pause. Absent: the provider notices by itself. */
  readonly finishing?: string;
  /** It may leave a pause without an answer: words that are all final, and nothing after them for a while, will do. */
  readonly mayStayQuiet?: boolean;
  readonly closing?: string;
  /** Sent where nothing else was for `every` ms: a message, or so many ms of silence. */
  readonly keepAlive?: { readonly every: number; readonly message: string | number };
  /** What is paid for. */
  readonly billed: 'sound' | 'connection';
  /** Reads the messages of one connection. Null: it does not matter. */
  createReader(): (message: unknown) => StreamEvent | null;
}
