import type { RoomEvent } from '@kindling/protocol/room';
import datachannel, { type DataChannel, type PeerConnection, type Track } from 'node-datachannel';
import { buildRtp, parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { type RtcpMessage, readRtcp } from '../rtp/read-rtcp.ts';
import { keepUntilClosed, noteClosed, noteOpened } from '../transport/native-library.ts';
import { withoutCandidates } from './without-candidates.ts';

/** The other end of a call in tests: what a browser does, by the same native library. */
export interface LoopbackClient {
  readonly offer: string;
  readonly events: readonly RoomEvent[];
  readonly packets: readonly RtpPacket[];
  readonly reports: readonly RtcpMessage[];
  readonly states: readonly string[];
  /** Texts and packets can be sent. */
  readonly ready: boolean;
  accept(answer: string): void;
  /** The same; resolves once both ends can send. Nothing but a pong comes before that. */
  connect(answer: string): Promise<void>;
  sendText(text: string): void;
  sendBinary(bytes: Uint8Array): void;
  sendPacket(packet: Omit<RtpPacket, 'ssrc' | 'payloadType'>): boolean;
  /** RTP or RTCP of any stream. */
  sendRaw(packet: Buffer): boolean;
  /** Resolves as soon as `condition` holds; looks again at every event. */
  until<T>(condition: (client: LoopbackClient) => T | undefined | false): Promise<T>;
  close(): void;
}

const SSRC = 4_242;
const PAYLOAD_TYPE = 111;

export async function createLoopbackClient(): Promise<LoopbackClient> {
  const connection = new datachannel.PeerConnection('client', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  noteOpened(connection);
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of [...waiting]) look();
  };
  const events: RoomEvent[] = [];
  const packets: RtpPacket[] = [];
  const reports: RtcpMessage[] = [];
  const states: string[] = [];
  connection.onStateChange((state) => {
    if (state === 'closed') noteClosed(connection);
    states.push(state);
    changed();
  });
  const track = addTrack(connection);
  track.onMessage((bytes) => {
    const packet = parseRtp(bytes);
    if (packet !== null) packets.push(packet);
    else reports.push(...readRtcp(bytes));
    changed();
  });
  const channel = connection.createDataChannel('kindling');
  keepUntilClosed(channel);
  channel.onMessage(
    readFrames((text) => {
      events.push(JSON.parse(text) as RoomEvent);
      changed();
    }),
  );
  channel.onOpen(changed);
  track.onOpen(changed);
  const offer = await gatherOffer(connection);
  const client: LoopbackClient = {
    offer,
    events,
    packets,
    reports,
    states,
    get ready() {
      return channel.isOpen() && track.isOpen();
    },
    accept: (answer) => connection.setRemoteDescription(answer, 'answer'),
    async connect(answer) {
      client.accept(answer);
      await client.until(({ ready }) => ready);
      const request = { type: 'request', id: 'connect', method: 'set-receive-layer', params: {} };
      client.sendText(JSON.stringify(request));
      const isAnswer = (it: RoomEvent) => it.type === 'result' && it.id === request.id;
      await client.until(() => events.some(isAnswer));
      events.splice(events.findIndex(isAnswer), 1);
    },
    sendText: (text) => sendWhenOpen(channel, text),
    sendBinary: (bytes) => void channel.sendMessageBinary(bytes),
    sendPacket: (packet) =>
      track.isOpen() &&
      track.sendMessageBinary(buildRtp({ ...packet, ssrc: SSRC, payloadType: PAYLOAD_TYPE })),
    sendRaw: (packet) => track.isOpen() && track.sendMessageBinary(packet),
    until(condition) {
      return new Promise((resolve) => {
        const look = () => {
          const found = condition(client);
          if (found === undefined || found === false) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    close() {
      channel.close();
      track.close();
      connection.close();
    },
  };
  return client;
}

/** A binary frame that begins with a zero is continued by the next. */
function readFrames(onText: (text: string) => void) {
  let pieces: Uint8Array[] = [];
  return (frame: string | ArrayBuffer | Buffer): void => {
    const bytes = typeof frame === 'string' ? Buffer.from(frame) : new Uint8Array(frame);
    const continued = bytes[0] === 0;
    pieces.push(continued ? bytes.subarray(1) : bytes);
    if (continued) return;
    const whole = Buffer.concat(pieces);
    pieces = [];
    onText(whole.toString('utf8'));
  };
}

function sendWhenOpen(channel: DataChannel, text: string): void {
  if (!channel.isOpen()) throw new Error('The data channel is not open.');
  channel.sendMessage(text);
}

function addTrack(connection: PeerConnection): Track {
  const audio = new datachannel.Audio('0', 'SendRecv');
  audio.addOpusCodec(PAYLOAD_TYPE, 'minptime=10;useinbandfec=1');
  audio.addSSRC(SSRC, 'client', 'client', 'client-audio');
  const track = connection.addTrack(audio);
  keepUntilClosed(track);
  return track;
}

function gatherOffer(connection: PeerConnection): Promise<string> {
  return new Promise((resolve) => {
    connection.onGatheringStateChange((state) => {
      const sdp = state === 'complete' ? connection.localDescription()?.sdp : undefined;
      if (sdp !== undefined) resolve(withoutCandidates(sdp));
    });
    connection.setLocalDescription('offer');
  });
}
