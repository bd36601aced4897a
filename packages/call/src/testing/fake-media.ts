/** A track that remembers whether it was stopped. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  readonly id: string;
  enabled = true;
  contentHint = '';
  readyState: 'live' | 'ended' = 'live';
  suppresses = true;
  rejectsConstraints = false;
  readonly applied: unknown[] = [];

  constructor(id = 'microphone', kind: 'audio' | 'video' = 'audio') {
    super();
    this.id = id;
    this.kind = kind;
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

  async applyConstraints(constraints: { noiseSuppression?: boolean }): Promise<void> {
    if (this.rejectsConstraints) throw new Error('not possible');
    this.applied.push(constraints);
    this.suppresses = constraints.noiseSuppression ?? this.suppresses;
  }
}

export function asTrack(track: FakeTrack): MediaStreamTrack {
  return track as unknown as MediaStreamTrack;
}

interface FakeConstraints {
  readonly deviceId?: { readonly exact?: string; readonly ideal?: string };
}

/** A stream of fake tracks. */
export function fakeStream(...tracks: readonly FakeTrack[]): MediaStream {
  return {
    getTracks: () => tracks,
    getAudioTracks: () => tracks.filter((track) => track.kind === 'audio'),
    getVideoTracks: () => tracks.filter((track) => track.kind === 'video'),
  } as unknown as MediaStream;
}

/** Devices of a browser: gives fresh tracks, or refuses. */
export class FakeDevices extends EventTarget {
  /** Microphones. */
  readonly given: FakeTrack[] = [];
  readonly cameras: FakeTrack[] = [];
  /** What was asked for in each prompt. */
  readonly prompts: { readonly audio?: FakeConstraints; readonly video?: FakeConstraints }[] = [];
  /** Of the microphone, and of both together. */
  refusal: Error | null = null;
  cameraRefusal: Error | null = null;
  /** When set, prompts wait for it. */
  gate: Promise<void> | null = null;
  /** What the person shares next; an error: what they answer instead. */
  screen: MediaStream | Error = fakeStream();
  screenPrompts = 0;
  listed: { kind: string; deviceId: string; label?: string; groupId?: string }[] = [
    { kind: 'audioinput', deviceId: 'microphone' },
    { kind: 'audiooutput', deviceId: 'default' },
  ];

  async getUserMedia(constraints: { audio?: FakeConstraints; video?: FakeConstraints } = {}) {
    this.prompts.push(constraints);
    const { audio, video } = constraints;
    await this.gate;
    if (audio !== undefined && this.refusal !== null) throw this.refusal;
    if (video !== undefined && this.cameraRefusal !== null) throw this.cameraRefusal;
    const tracks: FakeTrack[] = [];
    if (audio !== undefined) tracks.push(new FakeTrack(idOf(audio)));
    if (video !== undefined) tracks.push(new FakeTrack(idOf(video) ?? 'camera', 'video'));
    this.given.push(...tracks.filter((track) => track.kind === 'audio'));
    this.cameras.push(...tracks.filter((track) => track.kind === 'video'));
    return fakeStream(...tracks);
  }

  async getDisplayMedia(): Promise<MediaStream> {
    this.screenPrompts += 1;
    await this.gate;
    if (this.screen instanceof Error) throw this.screen;
    return this.screen;
  }

  async enumerateDevices() {
    return this.listed;
  }
}

function idOf({ deviceId }: FakeConstraints): string | undefined {
  return deviceId?.exact ?? deviceId?.ideal;
}

export function asDevices(devices: FakeDevices): MediaDevices {
  return devices as unknown as MediaDevices;
}

export function namedError(name: string, message = name): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
