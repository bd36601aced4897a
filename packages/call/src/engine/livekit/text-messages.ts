import { splitText } from '@kindling/protocol/text-frames';
import { type Room, RoomEvent } from 'livekit-client';
import type { Clock } from '../../core/clock.ts';
import type { PeerOptions } from '../peer/peer.ts';

/** Until something arrives from the host, ms: it may not know yet who is there. */
const PING_INTERVAL = 50;

export interface TextMessagesOptions {
  readonly room: Room;
  readonly clock: Clock;
  readonly createReader: PeerOptions['createFrameReader'];
  /** Once: texts arrive both ways. */
  onOpen(): void;
  onMessage(data: unknown): void;
}

/** The texts between this page and the host of the room, as data messages; nobody else is listened to. */
export class TextMessages {
  readonly #options: TextMessagesOptions;
  #host: string | null = null;
  #open = false;
  #closed = false;
  #stopPinging = () => {};
  /** In order: the client waits at times before it sends. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(options: TextMessagesOptions) {
    this.#options = options;
    const read = options.createReader(options.onMessage);
    options.room.on(RoomEvent.DataReceived, (bytes, sender) => {
      if (this.#closed || this.#host === null || sender?.identity !== this.#host) return;
      this.#handleOpen();
      read(new Uint8Array(bytes).buffer);
    });
  }

  get isOpen(): boolean {
    return this.#open && !this.#closed;
  }

  /** Connected: the host is pinged until it answers. */
  start(host: string): void {
    if (this.#closed) return;
    this.#host = host;
    const { clock } = this.#options;
    const ping = async (): Promise<void> => {
      await this.#publish(JSON.stringify({ type: 'ping', sentAt: clock.now() }));
      if (this.#closed || this.#open) return;
      this.#stopPinging = clock.schedule(PING_INTERVAL, () => void ping());
    };
    void ping();
  }

  /** False while nothing would arrive. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    void this.#publish(text);
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#stopPinging();
  }

  #handleOpen(): void {
    if (this.#open) return;
    this.#open = true;
    this.#stopPinging();
    this.#options.onOpen();
  }

  /** What is lost with the connection is sent again on the next one. */
  #publish(text: string): Promise<unknown> {
    const host = this.#host;
    for (const piece of splitText(text)) {
      const send = async () => {
        if (this.#closed || host === null) return;
        const { localParticipant } = this.#options.room;
        await localParticipant.publishData(piece, {
          reliable: true,
          destinationIdentities: [host],
        });
      };
      this.#sending = this.#sending.then(send).catch(() => {});
    }
    return this.#sending;
  }
}
