import { Room, RoomEvent, setLogLevel } from 'livekit-client';
import type { Answer, CreatePeer } from '../peer/peer.ts';
import { ReceivedTracks } from './received-tracks.ts';
import { SentTracks } from './sent-tracks.ts';
import { TextMessages } from './text-messages.ts';

/** Before another connection is tried where LiveKit could not be reached, ms. */
const RETRY_DELAY = 500;

setLogLevel('error');

/**
 * A connection by the client of LiveKit. It negotiates and comes back by itself; what it gives up on is replaced by
 * another, as an RTCPeerConnection is.
 */
export const createLivekitPeer: CreatePeer = (options) => {
  const connection = crypto.randomUUID();
  const room = createClient();
  const sent = new SentTracks(room.localParticipant, options.tracks);
  const received = new ReceivedTracks(room, () => options.onTracksChanged());
  const texts = new TextMessages({
    room,
    clock: options.clock,
    createReader: options.createFrameReader,
    onOpen: () => handleOpen(),
    onMessage: options.onMessage,
  });
  let accepted: Answer['livekit'];
  let state: RTCPeerConnectionState = 'new';
  let connected = false;
  let closed = false;
  let cancelRetry = () => {};

  const enter = (next: RTCPeerConnectionState): void => {
    if (closed) return;
    state = next;
    options.onState(next);
  };

  const handleOpen = (): void => {
    if (closed) return;
    state = 'connected';
    options.onChannelOpen();
    enter('connected');
  };

  room
    .on(RoomEvent.Reconnecting, () => enter('disconnected'))
    .on(RoomEvent.Reconnected, () => {
      received.refresh();
      sent.start();
      if (texts.isOpen) handleOpen();
    })
    .on(RoomEvent.Disconnected, () => {
      // Before it is connected, `connect` says so.
      if (closed || !connected) return;
      state = 'failed';
      texts.close();
      options.onChannelClose();
    });

  async function connect({ url, token, host }: NonNullable<Answer['livekit']>): Promise<void> {
    try {
      await room.connect(url, token, {
        autoSubscribe: false,
        // Without it the client would use public servers of others.
        rtcConfig: options.configuration,
      });
      connected = true;
      if (closed) return;
      texts.start(host);
      sent.start();
      received.refresh();
    } catch {
      cancelRetry = options.clock.schedule(RETRY_DELAY, () => options.onChannelClose());
      if (closed) cancelRetry();
    }
  }

  return {
    createOffer: async () => ({ sdp: '', livekit: { connection }, sends: sent.describe() }),
    async accept({ livekit }) {
      sent.agree();
      // Later offers of this connection change what the server knows of its tracks, and nothing here.
      if (accepted !== undefined) return;
      if (livekit === undefined) throw new TypeError('The room did not say where its LiveKit is.');
      accepted = livekit;
      state = 'connecting';
      void connect(livekit);
    },
    withdraw: () => sent.withdraw(),
    knows: ({ livekit }) => livekit !== undefined && livekit.token === accepted?.token,
    configure: () => {},
    setTrack: (track) => sent.set(track),
    addTransceivers: () => {},
    transceivers: () => [],
    send: (text) => texts.send(text),
    receive: (mids) => received.receive(mids),
    findTrack: (mid) => received.find(mid),
    get state() {
      return state;
    },
    getStats: async () => merge([...(await sent.getStats()), ...(await received.getStats())]),
    close() {
      if (closed) return;
      closed = true;
      state = 'closed';
      cancelRetry();
      texts.close();
      // What is sent is the page's: it is not stopped.
      void room.disconnect(false).catch(() => {});
    },
  };
};

function createClient(): Room {
  return new Room({
    dynacast: true,
    // Both are the call's affair.
    disconnectOnPageLeave: false,
    stopLocalTrackOnUnpublish: false,
  });
}

/** Each report is of one track; names of two connections may be alike. */
function merge(reports: readonly RTCStatsReport[]): RTCStatsReport {
  return new Map(
    reports.flatMap((report, index) =>
      [...report].map(([id, value]) => [`${index} ${id}`, value] as const),
    ),
  );
}
