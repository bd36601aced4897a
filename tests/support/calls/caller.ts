import { randomInt } from 'node:crypto';
import type { SiteConfig, WebCall } from '@kindling/protocol';
import { ASSISTANT_USER_NAME, PLAYABLE_MESSAGE } from '@kindling/protocol/constants';
import { DATA_CHANNEL_LABEL, type RoomAnswer, type RoomEvent } from '@kindling/protocol/room';
import { createEncoder } from 'libopus-wasm';
import {
  Audio,
  type DataChannel,
  PeerConnection,
  RtcpReceivingSession,
  type Track,
} from 'node-datachannel';
import { type Pcm, resample } from '../sound/wav.ts';

/** A caller without a browser: light enough to hold dozens of calls beside the server under test. */
export interface Caller {
  readonly callId: string;
  /** Every JSON message of the assistant so far. */
  readonly messages: readonly Record<string, unknown>[];
  /** Performance times at which a packet of the agent's voice came. */
  readonly packetTimes: readonly number[];
  /** Talks in real time; resolves with the time of the last packet of speech. */
  talk(frames: readonly Uint8Array[]): Promise<number>;
  send(data: unknown): void;
  hangUp(): Promise<void>;
  /** Goes away without a word, as a closed laptop does. */
  vanish(): void;
}

const PAYLOAD_TYPE = 111;
const FRAME = 20;

/** Opus frames of 20 ms. */
export async function encodeSpeech(pcm: Pcm): Promise<Uint8Array[]> {
  const { samples } = resample(pcm, 16_000);
  const encoder = await createEncoder({ sampleRate: 16_000, channels: 1, frameSize: 320 });
  const frames: Uint8Array[] = [];
  for (let start = 0; start < samples.length; start += 320) {
    const frame = new Int16Array(320);
    frame.set(samples.subarray(start, start + 320));
    frames.push(encoder.encode(frame).slice());
  }
  encoder.free();
  return frames;
}

const silentFrame = (await encodeSpeech({ sampleRate: 16_000, samples: new Int16Array(320) }))[0];

/** Creates a call with the site's public key and joins its room. */
export async function callKindling(url: string): Promise<Caller> {
  const config = (await (await fetch(`${url}/site-config.json`)).json()) as SiteConfig;
  const created = await fetch(new URL('/call/web', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${config.voice.publicKey}`,
      'content-type': 'application/json',
      origin: url,
    },
    body: JSON.stringify({ assistantId: config.voice.assistantId }),
  });
  if (!created.ok) throw new Error(`POST /call/web: ${created.status} ${await created.text()}`);
  const call = (await created.json()) as WebCall;
  return joinRoom(url, call);
}

async function joinRoom(url: string, call: WebCall): Promise<Caller> {
  const peer = new PeerConnection('caller', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const audio = new Audio('0', 'SendRecv');
  audio.addOpusCodec(PAYLOAD_TYPE);
  const ssrc = randomInt(1, 2 ** 31);
  audio.addSSRC(ssrc, 'caller', 'caller', 'microphone');
  const track = peer.addTrack(audio);
  track.setMediaHandler(new RtcpReceivingSession());
  const channel = peer.createDataChannel(DATA_CHANNEL_LABEL);

  const messages: Record<string, unknown>[] = [];
  const packetTimes: number[] = [];
  track.onMessage((packet) => {
    const payloadType = (packet[1] ?? 0) & 0x7f;
    if (payloadType === PAYLOAD_TYPE) packetTimes.push(performance.now());
  });
  const microphone = openMicrophone(track, ssrc);
  const answer = await exchange(peer, url, call.webCallUrl);
  peer.setRemoteDescription(answer.sdp, 'answer');
  await opened(channel);
  const listening = new Promise<void>((resolve) => {
    channel.onMessage((text) => {
      const event = JSON.parse(String(text)) as RoomEvent;
      if (event.type !== 'app-message') return;
      if (event.data === 'listening') return resolve();
      if (typeof event.data === 'string') messages.push(JSON.parse(event.data));
    });
  });
  const send = (data: unknown) =>
    channel.sendMessage(JSON.stringify({ type: 'app-message', to: '*', data }));
  const agent = answer.participants.find((one) => one.userName === ASSISTANT_USER_NAME);
  channel.sendMessage(
    JSON.stringify({
      type: 'subscribe',
      sessionId: agent?.sessionId ?? '',
      tracks: { audio: true },
    }),
  );
  send(PLAYABLE_MESSAGE);
  await listening;

  const close = () => {
    microphone.close();
    peer.close();
  };
  return {
    callId: call.id,
    messages,
    packetTimes,
    talk: microphone.talk,
    send,
    async hangUp() {
      await fetch(new URL(answer.location, url), { method: 'DELETE' });
      close();
    },
    vanish: close,
  };
}

async function exchange(peer: PeerConnection, url: string, room: string): Promise<RoomAnswer> {
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => {
      if (state === 'complete') resolve();
    });
  });
  peer.setLocalDescription('offer');
  await gathered;
  const response = await fetch(room, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ sdp: peer.localDescription()?.sdp ?? '', userName: 'caller' }),
  });
  if (!response.ok) throw new Error(`POST ${room}: ${response.status} ${await response.text()}`);
  return (await response.json()) as RoomAnswer;
}

function opened(channel: DataChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    if (channel.isOpen()) return resolve();
    channel.onOpen(resolve);
    channel.onClosed(() => reject(new Error('the data channel closed before it opened')));
  });
}

/** Sends a frame every 20 ms, silence when there is nothing to say, as a browser does. */
function openMicrophone(track: Track, ssrc: number) {
  let sequence = randomInt(0, 65_536);
  let timestamp = randomInt(0, 2 ** 31);
  let queue: readonly Uint8Array[] = [];
  let spoken: ((time: number) => void) | undefined;
  const started = performance.now();
  let sent = 0;
  const sendDue = () => {
    while (started + sent * FRAME <= performance.now()) {
      sent += 1;
      const [frame = silentFrame, ...rest] = queue;
      if (frame !== undefined) sendIfOpen(track, rtpPacket(frame, { sequence, timestamp, ssrc }));
      sequence = (sequence + 1) & 0xffff;
      timestamp = (timestamp + 960) >>> 0;
      if (queue.length > 0 && rest.length === 0) spoken?.(performance.now());
      queue = rest;
    }
  };
  const timer = setInterval(sendDue, 10);
  return {
    talk: (frames: readonly Uint8Array[]) =>
      new Promise<number>((resolve) => {
        queue = frames;
        spoken = resolve;
      }),
    close: () => clearInterval(timer),
  };
}

/** A track closes in another thread, perhaps between the check and the sending. */
function sendIfOpen(track: Track, packet: Buffer): void {
  try {
    if (track.isOpen()) track.sendMessageBinary(packet);
  } catch (error) {
    if (track.isOpen()) throw error;
  }
}

function rtpPacket(
  payload: Uint8Array,
  header: { sequence: number; timestamp: number; ssrc: number },
): Buffer {
  const packet = Buffer.alloc(12 + payload.length);
  packet[0] = 0x80;
  packet[1] = PAYLOAD_TYPE;
  packet.writeUInt16BE(header.sequence, 2);
  packet.writeUInt32BE(header.timestamp, 4);
  packet.writeUInt32BE(header.ssrc, 8);
  packet.set(payload, 12);
  return packet;
}
