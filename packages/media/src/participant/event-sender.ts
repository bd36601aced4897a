import type { RoomEvent } from '@kindling/protocol/room';
import type { Peer } from '../transport/create-peer.ts';
import { createReliableChannel } from '../transport/reliable-channel.ts';

/** More unsent bytes than this mean that the client does not read. */
const MAX_BUFFERED_BYTES = 4_194_304;

/** Sends room events over the data channel: numbered, kept until they arrived, repeated after a reconnect. */
export interface EventSender {
  send(event: RoomEvent): void;
  /** Neither kept nor numbered: lost when there is no open channel. */
  sendNow(event: RoomEvent): void;
  /** The client received every event up to this number. */
  confirm(received: number): void;
  /** The data channel opened, or the connection came back. */
  flush(): void;
  /** Another peer: events that are not confirmed are sent again. */
  rewind(): void;
  close(): void;
}

export interface EventSenderOptions {
  /** Whether the client confirms the events it received. */
  readonly confirms: boolean;
  readonly generation: number;
  readonly peer: () => Peer | null;
  readonly isReachable: () => boolean;
  readonly onFault: (stage: string, error: unknown) => void;
}

export function createEventSender(options: EventSenderOptions): EventSender {
  const { onFault } = options;
  const channel = createReliableChannel(options);
  /** Reported once: a client that does not read would fill the log. */
  let overflowed = false;
  let closed = false;

  const flush = (): void => {
    const peer = options.peer();
    if (options.isReachable() && peer?.channelOpen === true)
      channel.drain((text) => sendWithBackpressure(peer, text, onFault));
  };

  return {
    send(event) {
      if (closed) return;
      if (!channel.push(event) && !overflowed) {
        overflowed = true;
        onFault('send', new Error('Too many messages wait to be sent.'));
      }
      flush();
    },
    sendNow(event) {
      const peer = options.peer();
      if (peer?.channelOpen === true) sendWithBackpressure(peer, JSON.stringify(event), onFault);
    },
    confirm: channel.confirm,
    flush,
    rewind: channel.rewind,
    close() {
      closed = true;
      channel.clear();
    },
  };
}

/** False when the text must be kept: the client does not read fast enough, or has just gone. */
function sendWithBackpressure(
  peer: Peer,
  text: string,
  onFault: (stage: string, error: unknown) => void,
): boolean {
  const limit = peer.maxMessageBytes;
  if (limit > 0 && Buffer.byteLength(text) > limit) {
    onFault('send', new Error('A message is larger than the other side takes.'));
    return true;
  }
  return peer.bufferedAmount <= MAX_BUFFERED_BYTES && peer.sendText(text);
}
