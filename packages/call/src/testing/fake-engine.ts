import type {
  RoomCommand,
  RoomRequestName,
  RoomRequestParams,
  WireParticipant,
  WireTrack,
} from '@kindling/protocol/room';
import type {
  CreateEngine,
  Engine,
  EngineOptions,
  JoinedRoom,
  JoinRequest,
  OutgoingTrack,
} from '../engine/port.ts';
import type { CpuLoadStats } from '../engine/quality/cpu-load.ts';
import { UNKNOWN_CPU_LOAD } from '../engine/quality/cpu-load.ts';
import { type NetworkStats, UNKNOWN_NETWORK } from '../engine/quality/network-quality.ts';

const NO_MICROPHONE: OutgoingTrack = { name: 'audio', media: 'audio', track: null, on: false };

/** An engine that joins at once and lets a test speak for the room. */
export class FakeEngine implements Engine {
  readonly options: EngineOptions;
  readonly sent: RoomCommand[] = [];
  /** What was sent under each name, one after the other; the first is that of the join. */
  readonly outgoing: OutgoingTrack[] = [];
  readonly requests: { readonly method: RoomRequestName; readonly params: unknown }[] = [];
  readonly lines: { readonly audio: number; readonly video: number }[] = [];
  readonly tracks = new Map<string, MediaStreamTrack>();
  joinRequest: JoinRequest | null = null;
  left = false;
  listening = false;
  present: WireParticipant[] = [];
  /** What the room answers beside who is there. */
  room: Partial<JoinedRoom> = {};
  refusal: Error | null = null;
  /** When set, `join` waits for it. */
  gate: Promise<void> | null = null;
  /** Answers requests; what it throws is the rejection. */
  answer: (method: RoomRequestName, params: unknown) => unknown = () => null;
  networkStats: NetworkStats = { ...UNKNOWN_NETWORK, networkState: 'good' };
  cpuLoadStats: CpuLoadStats = UNKNOWN_CPU_LOAD;

  constructor(options: EngineOptions) {
    this.options = options;
  }

  /** Every microphone that was sent, the first with the join; null: none. */
  get microphones(): readonly (MediaStreamTrack | null)[] {
    return this.sentAs('audio');
  }

  /** Every track that was sent under a name. */
  sentAs(name: string): readonly (MediaStreamTrack | null)[] {
    return this.outgoing.filter((one) => one.name === name).map(({ track }) => track);
  }

  async join(request: JoinRequest, tracks: readonly OutgoingTrack[]): Promise<JoinedRoom> {
    this.joinRequest = request;
    // The microphone's line is there in any case.
    if (!tracks.some(({ name }) => name === 'audio')) this.outgoing.push(NO_MICROPHONE);
    this.outgoing.push(...tracks);
    await this.gate;
    if (this.refusal !== null) throw this.refusal;
    return { sessionId: 'me', participants: this.present, ...this.room };
  }

  startEvents(): void {
    this.listening = true;
  }

  send(command: RoomCommand): void {
    this.sent.push(command);
  }

  async request<N extends RoomRequestName>(method: N, params: RoomRequestParams<N>) {
    this.requests.push({ method, params });
    return this.answer(method, params);
  }

  async setTrack(track: OutgoingTrack): Promise<void> {
    this.outgoing.push(track);
  }

  findTrack(mid: string): MediaStreamTrack | undefined {
    return this.tracks.get(mid);
  }

  requestTransceivers(needed: { readonly audio: number; readonly video: number }): void {
    this.lines.push(needed);
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

/** A participant in the room, as the server describes them; they send audio, and `others` by name. */
export function wireParticipant(
  sessionId: string,
  audio: Partial<WireTrack> | null = {},
  others: Readonly<Record<string, WireTrack>> = {},
): WireParticipant {
  const voice = { media: 'audio', state: 'playable', subscribed: false, mid: null } as const;
  return {
    sessionId,
    userName: 'Vapi Speaker',
    owner: false,
    joinedAt: 1_000,
    tracks: { ...(audio === null ? {} : { audio: { ...voice, ...audio } }), ...others },
  };
}
