export interface SocketRequest {
  /** `wss:`, `ws:`, `https:` or `http:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** It is over, or was never open. Once, and not after `close`. */
  readonly onEnd: (end: SocketEnd) => void;
}

/** Why a websocket is over. */
export interface SocketEnd {
  /** With which it was refused; null: it was open, or nobody answered. */
  readonly status: number | null;
  /** Of RFC 6455; null: it broke. */
  readonly code: number | null;
  readonly reason: string;
  readonly cause?: unknown;
}

export interface Socket {
  send(data: string | Uint8Array): void;
  /** After what was sent. */
  close(): void;
}

/** Opens a websocket; every callback comes later. */
export type OpenSocket = (request: SocketRequest) => Socket;
