/** A track that remembers whether it was stopped. */
export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  readonly id: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  suppresses = true;
  rejectsConstraints = false;

  constructor(id = 'microphone') {
    super();
    this.id = id;
  }

  stop(): void {
    this.readyState = 'ended';
  }

  /** Unplugged. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }

  getSettings() {
    return { deviceId: this.id, noiseSuppression: this.suppresses };
  }

  async applyConstraints({ noiseSuppression }: { noiseSuppression: boolean }): Promise<void> {
    if (this.rejectsConstraints) throw new Error('not possible');
    this.suppresses = noiseSuppression;
  }
}

export function asTrack(track: FakeTrack): MediaStreamTrack {
  return track as unknown as MediaStreamTrack;
}

/** Devices of a browser: gives fresh tracks, or refuses. */
export class FakeDevices extends EventTarget {
  readonly given: FakeTrack[] = [];
  refusal: Error | null = null;
  listed: { kind: string; deviceId: string }[] = [
    { kind: 'audioinput', deviceId: 'microphone' },
    { kind: 'audiooutput', deviceId: 'default' },
  ];

  async getUserMedia(constraints?: { audio?: { deviceId?: { exact: string } } }) {
    if (this.refusal !== null) throw this.refusal;
    const track = new FakeTrack(constraints?.audio?.deviceId?.exact);
    this.given.push(track);
    return { getAudioTracks: () => [track] };
  }

  async enumerateDevices() {
    return this.listed;
  }
}

export function asDevices(devices: FakeDevices): MediaDevices {
  return devices as unknown as MediaDevices;
}

export function namedError(name: string, message = name): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
