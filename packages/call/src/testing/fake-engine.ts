import type { RoomCommand, WireParticipant } from '@kindling/protocol/room';
import type { CreateEngine, Engine, EngineOptions, JoinRequest } from '../engine/port.ts';

/** An engine that joins at once and lets a test speak for the room. */
export class FakeEngine implements Engine {
  readonly options: EngineOptions;
  readonly sent: RoomCommand[] = [];
  readonly microphones: (MediaStreamTrack | null)[] = [];
  readonly tracks = new Map<string, MediaStreamTrack>();
  request: JoinRequest | null = null;
  left = false;
  listening = false;
  present: WireParticipant[] = [];
  refusal: Error | null = null;
  /** When set, `join` waits for it. */
  gate: Promise<void> | null = null;
  readonly networkStats = {
    networkState: 'good',
    networkStateReasons: [],
    stats: {},
    threshold: 'good',
    quality: 100,
  } as const;

  constructor(options: EngineOptions) {
    this.options = options;
  }

  async join(request: JoinRequest, microphone: MediaStreamTrack | null) {
    this.request = request;
    this.microphones.push(microphone);
    await this.gate;
    if (this.refusal !== null) throw this.refusal;
    return { sessionId: 'me', participants: this.present };
  }

  startEvents(): void {
    this.listening = true;
  }

  send(command: RoomCommand): void {
    this.sent.push(command);
  }

  async setMicrophone(track: MediaStreamTrack | null): Promise<void> {
    this.microphones.push(track);
  }

  findTrack(mid: string): MediaStreamTrack | undefined {
    return this.tracks.get(mid);
  }

  leave(): void {
    this.left = true;
  }
}

/** A loader for `Dependencies`; `prepare` sees each engine before it joins. */
export function fakeEngines(prepare: (engine: FakeEngine) => void = () => {}) {
  const made: FakeEngine[] = [];
  const createEngine: CreateEngine = (options) => {
    const engine = new FakeEngine(options);
    prepare(engine);
    made.push(engine);
    return engine;
  };
  return { made, importEngine: async () => ({ createEngine }) };
}

/** Somebody in the room, as the server describes them. */
export function wireParticipant(
  sessionId: string,
  audio: Partial<WireParticipant['tracks']['audio'] & object> | null = {},
): WireParticipant {
  return {
    sessionId,
    userName: 'Vapi Speaker',
    owner: false,
    joinedAt: 1_000,
    tracks:
      audio === null
        ? {}
        : { audio: { state: 'playable', subscribed: false, mid: null, ...audio } },
  };
}
