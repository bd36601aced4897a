import { type Clock, repeat } from '../../core/clock.ts';
import { createFrameReader } from './frame-reader.ts';

/** Checked against the protocol: importing the value would bring its schemas along. */
const CHANNEL_LABEL: typeof import('@kindling/protocol/room')['DATA_CHANNEL_LABEL'] = 'kindling';

/** Until something arrives on a new channel, ms. */
const PING_INTERVAL = 25;

export interface TextChannelOptions {
  readonly connection: RTCPeerConnection;
  readonly clock: Clock;
  /** Once: texts arrive both ways. */
  onOpen(): void;
  /** The channel is over, and was not closed here. */
  onClose(): void;
  onMessage(data: unknown): void;
}

/** The data channel of a connection. */
export interface TextChannel {
  /** From now on it counts as open once something arrived on it, and is pinged until then. */
  pingFirst: boolean;
  readonly isOpen: boolean;
  /** False while the channel is not open. */
  send(text: string): boolean;
  close(): void;
}

export function createTextChannel(options: TextChannelOptions): TextChannel {
  const channel = options.connection.createDataChannel(CHANNEL_LABEL, { ordered: true });
  const readFrame = createFrameReader(options.onMessage);
  let open = false;
  let stopPinging = () => {};

  const handleOpen = () => {
    if (open) return;
    open = true;
    stopPinging();
    options.onOpen();
  };
  channel.binaryType = 'arraybuffer';
  channel.onopen = () => {
    if (!text.pingFirst) return handleOpen();
    const ping = () => channel.send(JSON.stringify({ type: 'ping', sentAt: options.clock.now() }));
    ping();
    stopPinging = repeat(options.clock, PING_INTERVAL, ping);
  };
  channel.onclose = () => {
    stopPinging();
    options.onClose();
  };
  channel.onmessage = (event: MessageEvent<unknown>) => {
    handleOpen();
    readFrame(event.data);
  };

  const text: TextChannel = {
    pingFirst: false,
    get isOpen() {
      return open && channel.readyState === 'open';
    },
    send(message) {
      if (!text.isOpen) return false;
      channel.send(message);
      return true;
    },
    close() {
      stopPinging();
      channel.onopen = null;
      channel.onclose = null;
      channel.onmessage = null;
      channel.close();
    },
  };
  return text;
}
