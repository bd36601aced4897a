import type { Clock } from '../clock.ts';

/** Checked against the protocol: importing the value would bring its schemas along. */
const CHANNEL_LABEL: typeof import('@kindling/protocol/room')['DATA_CHANNEL_LABEL'] = 'kindling';

/** At most; a server that should be asked may take longer. */
const GATHERING_HOST = 300;
const GATHERING_SERVERS = 2_000;
/** After the last UDP candidate. */
const GATHERING_SETTLED = 10;

export interface PeerOptions {
  readonly configuration: RTCConfiguration;
  readonly clock: Clock;
  readonly microphone: MediaStreamTrack | null;
  onState(state: RTCPeerConnectionState): void;
  onChannelOpen(): void;
  onChannelClose(): void;
  onMessage(data: unknown): void;
  onTrack(): void;
}

/** One RTCPeerConnection with its microphone m-line and its data channel. */
export interface Peer {
  /** A whole offer: candidates are in it, nothing trickles. */
  createOffer(options?: { iceRestart?: boolean }): Promise<string>;
  accept(answer: string): Promise<void>;
  /** True when an answer comes from the end that answered before: its certificate is the same. */
  knows(answer: string): boolean;
  configure(configuration: RTCConfiguration): void;
  setMicrophone(track: MediaStreamTrack | null): Promise<void>;
  /** False while the channel is not open. */
  send(text: string): boolean;
  findReceiver(mid: string): RTCRtpReceiver | undefined;
  readonly state: RTCPeerConnectionState;
  getStats(): Promise<RTCStatsReport>;
  close(): void;
}

export function createPeer(options: PeerOptions): Peer {
  let configuration = options.configuration;
  const connection = new RTCPeerConnection({ ...configuration, bundlePolicy: 'max-bundle' });
  const microphone = connection.addTransceiver(options.microphone ?? 'audio', {
    direction: 'sendrecv',
  });
  const channel = connection.createDataChannel(CHANNEL_LABEL, { ordered: true });
  let closed = false;

  connection.onconnectionstatechange = () => options.onState(connection.connectionState);
  connection.ontrack = () => options.onTrack();
  channel.onopen = () => options.onChannelOpen();
  channel.onclose = () => {
    if (!closed) options.onChannelClose();
  };
  channel.onmessage = (event: MessageEvent<unknown>) => options.onMessage(event.data);

  return {
    async createOffer({ iceRestart = false } = {}) {
      await connection.setLocalDescription(await connection.createOffer({ iceRestart }));
      const asksServers = (configuration.iceServers?.length ?? 0) > 0;
      await gathered(connection, options.clock, asksServers);
      return connection.localDescription?.sdp ?? '';
    },
    accept: (sdp) => connection.setRemoteDescription({ type: 'answer', sdp }),
    knows: (sdp) => fingerprint(sdp) === fingerprint(connection.remoteDescription?.sdp ?? ''),
    configure(next) {
      configuration = next;
      connection.setConfiguration({ ...next, bundlePolicy: 'max-bundle' });
    },
    setMicrophone: (track) => microphone.sender.replaceTrack(track),
    send(text) {
      if (channel.readyState !== 'open') return false;
      channel.send(text);
      return true;
    },
    findReceiver: (mid) =>
      connection.getTransceivers().find((transceiver) => transceiver.mid === mid)?.receiver,
    get state() {
      return connection.connectionState;
    },
    getStats: () => connection.getStats(),
    close() {
      closed = true;
      connection.onconnectionstatechange = null;
      connection.ontrack = null;
      channel.onopen = null;
      channel.onclose = null;
      channel.onmessage = null;
      channel.close();
      connection.close();
    },
  };
}

function fingerprint(sdp: string): string | undefined {
  return /^a=fingerprint:(.+?)\s*$/m.exec(sdp)?.[1];
}

/**
 * Resolves when the candidates are in. Where no server is asked, a browser knows its UDP
 * addresses within 10 ms and takes 120 more for TCP ones that nobody answers: not awaited.
 */
function gathered(
  connection: RTCPeerConnection,
  clock: Clock,
  asksServers: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    let cancelSettle = () => {};
    const finish = () => {
      cancelLimit();
      cancelSettle();
      connection.onicegatheringstatechange = null;
      connection.onicecandidate = null;
      resolve();
    };
    const limit = asksServers ? GATHERING_SERVERS : GATHERING_HOST;
    const cancelLimit = clock.schedule(limit, finish);
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') finish();
    };
    connection.onicecandidate = ({ candidate }) => {
      if (asksServers || candidate?.protocol !== 'udp') return;
      cancelSettle();
      cancelSettle = clock.schedule(GATHERING_SETTLED, finish);
    };
    if (connection.iceGatheringState === 'complete') finish();
  });
}
