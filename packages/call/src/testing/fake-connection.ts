/** Enough of a browser's connection to negotiate with, and to be asked what became of it. */

export class FakeSender {
  track: MediaStreamTrack | null;
  parameters: RTCRtpEncodingParameters[];

  constructor(track: MediaStreamTrack | null, encodings: RTCRtpEncodingParameters[]) {
    this.track = track;
    this.parameters = encodings;
  }

  async replaceTrack(track: MediaStreamTrack | null): Promise<void> {
    this.track = track;
  }

  getParameters() {
    return { encodings: this.parameters.map((one) => ({ ...one })) };
  }

  async setParameters({ encodings }: { encodings: RTCRtpEncodingParameters[] }): Promise<void> {
    this.parameters = encodings;
  }
}

export class FakeTransceiver {
  mid: string | null = null;
  readonly kind: string;
  readonly direction: string;
  readonly sender: FakeSender;
  readonly receiver = { track: { id: '' } };
  stopped = false;

  constructor(trackOrKind: MediaStreamTrack | string, init: RTCRtpTransceiverInit) {
    const track = typeof trackOrKind === 'string' ? null : trackOrKind;
    this.kind = typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind;
    this.direction = init.direction ?? 'sendrecv';
    this.sender = new FakeSender(track, init.sendEncodings ?? [{ active: true }]);
  }

  setCodecPreferences(): void {}

  stop(): void {
    this.stopped = true;
  }
}

class FakeChannel {
  readyState = 'connecting';
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = 'open';
    this.onopen?.();
  }

  close(): void {
    this.readyState = 'closed';
  }
}

export class FakeConnection {
  static made: FakeConnection[] = [];
  readonly transceivers: FakeTransceiver[] = [];
  readonly channel = new FakeChannel();
  readonly configuration: RTCConfiguration;
  connectionState: RTCPeerConnectionState = 'new';
  iceGatheringState: RTCIceGatheringState = 'complete';
  localDescription: { sdp: string } | null = null;
  remoteDescription: { sdp: string } | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { protocol: string } }) => void) | null = null;
  closed = false;
  configurations = 0;
  /** Given mids since the last answer. */
  #proposed: FakeTransceiver[] = [];
  #mids = 0;

  constructor(configuration: RTCConfiguration = {}) {
    this.configuration = configuration;
    FakeConnection.made.push(this);
  }

  addTransceiver(trackOrKind: MediaStreamTrack | string, init: RTCRtpTransceiverInit) {
    const transceiver = new FakeTransceiver(trackOrKind, init);
    this.transceivers.push(transceiver);
    return transceiver;
  }

  createDataChannel() {
    return this.channel;
  }

  async createOffer({ iceRestart = false } = {}) {
    return { type: 'offer', iceRestart };
  }

  async setLocalDescription(description: { type: string; iceRestart?: boolean }): Promise<void> {
    if (description.type === 'rollback') {
      for (const one of this.#proposed) one.mid = null;
      this.#proposed = [];
      return;
    }
    for (const one of this.transceivers) {
      if (one.mid !== null || one.stopped) continue;
      one.mid = String(this.#mids);
      this.#mids += 1;
      this.#proposed.push(one);
    }
    const lines = this.transceivers
      .filter((one) => !one.stopped)
      .map((one) => `m=${one.kind} ${one.direction} ${one.mid}`);
    const restart = description.iceRestart === true ? ['restart'] : [];
    this.localDescription = { sdp: [...restart, ...lines].join('\n') };
  }

  async setRemoteDescription(description: { sdp: string }): Promise<void> {
    this.remoteDescription = description;
    this.#proposed = [];
  }

  setConfiguration(): void {
    this.configurations += 1;
  }

  async getStats() {
    return new Map();
  }

  close(): void {
    this.closed = true;
  }

  /** Media and messages flow. */
  connect(): void {
    this.handle('connected');
    this.channel.open();
  }

  handle(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  /** What the server says on the channel. */
  say(event: object): void {
    this.channel.onmessage?.({ data: JSON.stringify(event) });
  }
}
