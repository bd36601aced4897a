import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteConfig, WebCall } from '@kindling/protocol';
import { ASSISTANT_USER_NAME, PLAYABLE_MESSAGE } from '@kindling/protocol/constants';
import {
  DATA_CHANNEL_LABEL,
  ROOM_PROTOCOL_VERSION,
  type RoomAnswer,
  type RoomEvent,
} from '@kindling/protocol/room';
import { Audio, type DataChannel, PeerConnection, RtcpReceivingSession } from 'node-datachannel';
import { createFrameReader } from '../../../packages/call/src/engine/peer/frame-reader.ts';
import { withoutCandidates } from '../../../packages/media/src/testing/without-candidates.ts';
import { openMicrophone, PAYLOAD_TYPE } from './native-microphone.ts';
import { createVoicePackets } from './voice-packets.ts';

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

/** A busy machine stands still for seconds; a test has two minutes, and is to say what was missing. */
const JOIN_TIMEOUT = 30_000;

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
  const peer = new PeerConnection('caller', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  let waitsFor = '';
  const joined = joinRoom(peer, { url, call, onStep: (step) => (waitsFor = step) });
  const timedOut = new AbortController();
  const tooLate = wait(JOIN_TIMEOUT, undefined, { signal: timedOut.signal }).then(() => {
    const states = `connection ${peer.state()}, ICE ${peer.iceState()}`;
    throw new Error(`call ${call.id} did not begin: it waits for ${waitsFor} (${states})`);
  });
  return Promise.race([joined, tooLate]).finally(() => timedOut.abort());
}

interface Joining {
  readonly url: string;
  readonly call: WebCall;
  /** What it waits for from now on. */
  readonly onStep: (step: string) => void;
}

async function joinRoom(peer: PeerConnection, { url, call, onStep }: Joining): Promise<Caller> {
  const audio = new Audio('0', 'SendRecv');
  audio.addOpusCodec(PAYLOAD_TYPE);
  const ssrc = randomInt(1, 2 ** 31);
  audio.addSSRC(ssrc, 'caller', 'caller', 'microphone');
  const track = peer.addTrack(audio);
  track.setMediaHandler(new RtcpReceivingSession());
  const channel = peer.createDataChannel(DATA_CHANNEL_LABEL);

  const messages: Record<string, unknown>[] = [];
  const packetTimes: number[] = [];
  const ofVoice = createVoicePackets();
  track.onMessage((packet) => {
    const payloadType = (packet[1] ?? 0) & 0x7f;
    if (payloadType === PAYLOAD_TYPE) packetTimes.push(...ofVoice(performance.now()));
  });
  const microphone = openMicrophone(
    () => track,
    () => ssrc,
  );
  onStep('the answer to its offer');
  const answer = await exchange(peer, url, call.webCallUrl);
  onStep('the data channel');
  peer.setRemoteDescription(answer.sdp, 'answer');
  const answered = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  const read = createFrameReader((text) => {
    answered.resolve();
    const event = JSON.parse(String(text)) as RoomEvent;
    if (event.type !== 'app-message') return;
    if (event.data === 'listening') return listening.resolve();
    if (typeof event.data === 'string') messages.push(JSON.parse(event.data));
  });
  channel.onMessage((data) => read(typeof data === 'string' ? data : new Uint8Array(data).buffer));
  await opened(channel);
  onStep('an answer to its ping');
  if (answer.pingFirst) await pingUntil(channel, answered.promise);
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
  onStep('the agent to listen');
  await listening.promise;

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
    body: JSON.stringify({
      version: ROOM_PROTOCOL_VERSION,
      sdp: withoutCandidates(peer.localDescription()?.sdp ?? ''),
      userName: 'caller',
    }),
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

/** As `pingFirst` asks for: what is sent before anything came is lost. */
async function pingUntil(channel: DataChannel, answered: Promise<void>): Promise<void> {
  const ping = setInterval(
    () => channel.sendMessage(JSON.stringify({ type: 'ping', sentAt: 0 })),
    50,
  );
  await answered;
  clearInterval(ping);
}
