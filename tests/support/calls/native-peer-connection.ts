import { randomInt } from 'node:crypto';
import { Audio, type DataChannel, PeerConnection, type Track } from 'node-datachannel';
import { withoutCandidates } from '../../../packages/media/src/testing/without-candidates.ts';
import { PAYLOAD_TYPE } from './native-microphone.ts';

/** What a page's connection gives to the caller behind it. */
export interface NativeConnection {
  /** Of the microphone, and of what is heard. */
  readonly track: Track;
  readonly ssrc: number;
}

/** Callers by the name that their connections are made under. */
const listeners = new Map<string, (connection: NativeConnection) => void>();

const NAME = /^stun:(.+)$/;

/**
 * Gives this process as much of `RTCPeerConnection` as the call library's engine uses for a voice call, by the native
 * library: so that an engine runs without a browser, with everything that it does when a connection breaks.
 */
export function providePeerConnections(): void {
  const browser = { RTCPeerConnection: NativePeerConnection, addEventListener: () => {} };
  Object.assign(globalThis, browser, { removeEventListener: () => {} });
}

/**
 * The ICE servers of an engine whose connections `onOpened` is to hear of: nobody asks them, and the connections are
 * distinguished by them.
 */
export function namedIceServers(
  name: string,
  onOpened: (connection: NativeConnection) => void,
): RTCIceServer[] {
  listeners.set(name, onOpened);
  return [{ urls: `stun:${name}` }];
}

export function forgetName(name: string): void {
  listeners.delete(name);
}

/** In the shape of the browser's, for the offers and answers of one microphone and one data channel. */
class NativePeerConnection {
  onconnectionstatechange: (() => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;
  onicecandidate: null = null;
  remoteDescription: { readonly sdp: string } | null = null;
  iceGatheringState: RTCIceGatheringState = 'new';
  readonly #native = new PeerConnection('page', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  readonly #onOpened: ((connection: NativeConnection) => void) | undefined;
  #state: RTCPeerConnectionState = 'new';

  constructor({ iceServers = [] }: RTCConfiguration) {
    const [name] = iceServers.flatMap(({ urls }) => NAME.exec([urls].flat()[0] ?? '')?.[1] ?? []);
    this.#onOpened = listeners.get(name ?? '');
    this.#native.onStateChange((state) => {
      this.#state = state as RTCPeerConnectionState;
      this.onconnectionstatechange?.();
    });
    this.#native.onGatheringStateChange((state) => {
      this.iceGatheringState = state as RTCIceGatheringState;
      this.onicegatheringstatechange?.();
    });
  }

  get connectionState(): RTCPeerConnectionState {
    return this.#state;
  }

  get localDescription(): { readonly sdp: string } | null {
    const description = this.#native.localDescription();
    return description === null ? null : { sdp: withoutCandidates(description.sdp) };
  }

  addTransceiver() {
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    const ssrc = randomInt(1, 2 ** 31);
    audio.addSSRC(ssrc, 'page', 'page', 'microphone');
    const track = this.#native.addTrack(audio);
    this.#onOpened?.({ track, ssrc });
    const sender = { track: null, replaceTrack: async () => {} };
    return { mid: '0', sender, receiver: { track: null }, stop() {} };
  }

  createDataChannel(label: string): NativeDataChannel {
    return new NativeDataChannel(this.#native.createDataChannel(label));
  }

  async createOffer(): Promise<null> {
    return null;
  }

  async setLocalDescription(): Promise<void> {
    this.#native.setLocalDescription('offer');
  }

  async setRemoteDescription({ sdp }: { readonly sdp: string }): Promise<void> {
    this.#native.setRemoteDescription(sdp, 'answer');
    this.remoteDescription = { sdp };
  }

  setConfiguration(): void {}

  async getStats(): Promise<ReadonlyMap<string, unknown>> {
    return new Map();
  }

  close(): void {
    this.#native.close();
  }
}

class NativeDataChannel {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  readonly #native: DataChannel;

  constructor(native: DataChannel) {
    this.#native = native;
    native.onOpen(() => this.onopen?.());
    native.onClosed(() => this.onclose?.());
    // What is binary comes to a page as an `ArrayBuffer`.
    native.onMessage((data) =>
      this.onmessage?.({ data: typeof data === 'string' ? data : new Uint8Array(data).buffer }),
    );
  }

  get readyState(): RTCDataChannelState {
    return this.#native.isOpen() ? 'open' : 'connecting';
  }

  send(text: string): void {
    this.#native.sendMessage(text);
  }

  close(): void {
    this.#native.close();
  }
}
