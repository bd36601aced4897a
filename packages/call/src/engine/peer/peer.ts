import type { RoomRestart, RoomRestartAnswer, SentTrack } from '@kindling/protocol/room';
import type { Clock } from '../../core/clock.ts';
import type { OutgoingTrack } from '../port.ts';
import type { createFrameReader } from './frame-reader.ts';
import { gathered } from './gathering.ts';
import { createReceivers, type Media, type TransceiverCounts } from './receivers.ts';
import { fingerprint, withStereo } from './sdp.ts';
import { createTextChannel } from './text-channel.ts';
import { TrackSender } from './track-sender.ts';

export interface PeerOptions {
  readonly configuration: RTCConfiguration;
  readonly clock: Clock;
  /** The offer waits for the candidates that STUN and TURN servers find. */
  readonly awaitsServers: boolean;
  /** The microphone's transceiver always exists and is the first. */
  readonly tracks: readonly OutgoingTrack[];
  readonly transceivers: TransceiverCounts;
  onState(state: RTCPeerConnectionState): void;
  onChannelOpen(): void;
  onChannelClose(): void;
  onMessage(data: unknown): void;
  /** For texts that come in pieces; handed in, so that other kinds of peer share no chunk with this one. */
  readonly createFrameReader: typeof createFrameReader;
  /** Of a peer that subscribes: the tracks that arrive changed. */
  onTracksChanged(): void;
}

export interface Offer extends Pick<RoomRestart, 'sdp' | 'livekit'> {
  readonly sends: SentTrack[];
}

/** `pingFirst`: the channel counts as open once something arrived on it. */
export type Answer = Pick<RoomRestartAnswer, 'sdp' | 'livekit' | 'pingFirst'>;

export type CreatePeer = (options: PeerOptions) => Peer;

/** One connection of media and texts: an RTCPeerConnection, or what a client of LiveKit makes of two. */
export interface Peer {
  /** A complete offer with all candidates; nothing trickles. */
  createOffer(options?: { iceRestart?: boolean }): Promise<Offer>;
  accept(answer: Answer): Promise<void>;
  /** Rolls back the last offer and the transceivers it would have added. */
  withdraw(): Promise<void>;
  /** True when an answer comes from the same server end as before: its certificate is the same. */
  knows(answer: Answer): boolean;
  configure(configuration: RTCConfiguration): void;
  /** True when another offer is needed before it is sent. */
  setTrack(track: OutgoingTrack): Promise<boolean>;
  addTransceivers(counts: TransceiverCounts): void;
  /** Transceivers for receiving only; those not negotiated yet have no mid. */
  transceivers(): readonly { readonly media: Media; readonly mid: string | null }[];
  /** False while the channel is not open. */
  send(text: string): boolean;
  /** What the room lets this page receive: an RTCPeerConnection has it on its m-lines. */
  receive?(mids: readonly string[]): void;
  findTrack(mid: string): MediaStreamTrack | undefined;
  readonly state: RTCPeerConnectionState;
  getStats(): Promise<RTCStatsReport>;
  close(): void;
}

const NO_MICROPHONE: OutgoingTrack = { name: 'audio', media: 'audio', track: null, on: false };

export function createPeer(options: PeerOptions): Peer {
  const connection = new RTCPeerConnection({
    ...options.configuration,
    bundlePolicy: 'max-bundle',
  });
  const senders = new Map<string, TrackSender>();
  const receivers = createReceivers(connection);

  const addSender = (track: OutgoingTrack) => {
    const direction = track.name === 'audio' ? 'sendrecv' : 'sendonly';
    senders.set(track.name, new TrackSender(connection, track, direction));
  };

  addSender(options.tracks.find((track) => track.name === 'audio') ?? NO_MICROPHONE);
  for (const track of options.tracks) {
    if (track.name !== 'audio' && track.track !== null) addSender(track);
  }
  receivers.add(options.transceivers);
  const channel = createTextChannel({
    connection,
    clock: options.clock,
    onOpen() {
      options.onChannelOpen();
      if (connection.connectionState === 'connected') options.onState('connected');
    },
    onClose: () => options.onChannelClose(),
    onMessage: options.onMessage,
  });

  connection.onconnectionstatechange = () => {
    const state = connection.connectionState;
    // Browsers report the state and the channel in no fixed order; a connection without its channel is unusable.
    if (state !== 'connected' || channel.isOpen) options.onState(state);
  };

  const stereoMids = () =>
    new Set([...senders.values()].flatMap(({ stereo, mid }) => (stereo && mid ? [mid] : [])));
  const gathers = (iceRestart: boolean) => iceRestart || connection.remoteDescription === null;

  return {
    async createOffer({ iceRestart = false } = {}) {
      await connection.setLocalDescription(await connection.createOffer({ iceRestart }));
      if (gathers(iceRestart)) await gathered(connection, options.clock, options.awaitsServers);
      return {
        sdp: connection.localDescription?.sdp ?? '',
        sends: [...senders.values()].map((sender) => sender.describe()),
      };
    },
    accept({ sdp, pingFirst = false }) {
      channel.pingFirst = pingFirst;
      return connection.setRemoteDescription({
        type: 'answer',
        sdp: withStereo(sdp, stereoMids()),
      });
    },
    async withdraw() {
      await connection.setLocalDescription({ type: 'rollback' });
      for (const [name, sender] of senders) {
        if (sender.mid !== null) continue;
        sender.stop();
        senders.delete(name);
      }
      receivers.dropUnnegotiated();
    },
    knows: ({ sdp }) => fingerprint(sdp) === fingerprint(connection.remoteDescription?.sdp ?? ''),
    configure(next) {
      connection.setConfiguration({ ...next, bundlePolicy: 'max-bundle' });
    },
    async setTrack(track) {
      const sender = senders.get(track.name);
      if (sender !== undefined) return sender.update(track);
      if (track.track === null) return false;
      addSender(track);
      return true;
    },
    addTransceivers: receivers.add,
    transceivers: receivers.list,
    send: channel.send,
    findTrack(mid) {
      const microphone = senders.get('audio');
      if (microphone?.mid === mid) return microphone.receiver.track;
      return receivers.findTrack(mid);
    },
    get state() {
      return connection.connectionState;
    },
    getStats: () => connection.getStats(),
    close() {
      connection.onconnectionstatechange = null;
      channel.close();
      connection.close();
    },
  };
}
