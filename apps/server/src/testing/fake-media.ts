import type {
  AgentOptions,
  AgentParticipant,
  MediaEngine,
  PacedAudio,
  Room,
  RoomOptions,
} from '@kindling/media';
import { participantPath } from '@kindling/protocol/room';

/** A room without a network: a test plays the person. */
export interface FakeRoom extends Room {
  readonly options: RoomOptions;
  readonly closedWith: string | null;
  /** What the assistant sent, in order. */
  readonly sent: readonly unknown[];
  /** As the data channel of a joined person would. */
  say(data: unknown): void;
  hear(pcm: Int16Array): void;
  lose(): void;
}

export interface FakeMedia extends MediaEngine {
  readonly rooms: readonly FakeRoom[];
  readonly closed: boolean;
  last(): FakeRoom;
}

const SESSION = 'person';
const KEY = 'seat';

class FakeRoomError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export function createFakeMedia(): FakeMedia {
  const rooms: FakeRoom[] = [];
  let closed = false;
  return {
    rooms,
    udpPort: 4_000,
    get closed() {
      return closed;
    },
    createRoom(options) {
      const room = createFakeRoom(options);
      rooms.push(room);
      return room;
    },
    last() {
      const room = rooms.at(-1);
      if (room === undefined) throw new Error('no room was made');
      return room;
    },
    stats: () => ({
      rooms: rooms.filter((room) => room.closedWith === null).length,
      participants: 0,
      packetsReceived: 0,
      packetsSent: 0,
      packetsConcealed: 0,
    }),
    close: async () => {
      closed = true;
    },
  };
}

function createFakeRoom(options: RoomOptions): FakeRoom {
  const sent: unknown[] = [];
  let agent: AgentOptions | null = null;
  let joined = false;
  let closedWith: string | null = null;
  const location = participantPath(options.path, KEY);
  const leave = (reason: 'left' | 'lost') => {
    joined = false;
    options.onParticipantLeft?.(SESSION, reason);
  };
  return {
    options,
    sent,
    name: options.name,
    get participantCount() {
      return joined ? 1 : 0;
    },
    get closedWith() {
      return closedWith;
    },
    async join({ sdp }) {
      if (!sdp.startsWith('v=0')) throw new FakeRoomError('invalid_sdp');
      if (joined) throw new FakeRoomError('already_joined');
      joined = true;
      options.onParticipantJoined?.(SESSION);
      return { sdp: 'v=0 answer', sessionId: SESSION, location, iceServers: [], participants: [] };
    },
    async restart(key) {
      if (!joined || key !== KEY) throw new FakeRoomError('not_found');
      return { sdp: 'v=0 restarted', iceServers: [] };
    },
    leave(key) {
      if (!joined || key !== KEY) return false;
      leave('left');
      return true;
    },
    addAgent(agentOptions) {
      agent = agentOptions;
      return createFakeAgent((data) => sent.push(data));
    },
    say: (data) => agent?.onAppMessage(data, SESSION),
    hear: (pcm) => agent?.onAudio(pcm, SESSION),
    lose: () => leave('lost'),
    async close(message) {
      closedWith ??= message;
    },
  };
}

function createFakeAgent(send: (data: unknown) => void): AgentParticipant {
  return { sessionId: 'assistant', output: silentOutput, sendAppMessage: send, leave: () => {} };
}

const silentOutput: PacedAudio = {
  sampleRate: 16_000,
  writtenSamples: 0,
  playedSamples: 0,
  write: () => {},
  pause: () => {},
  resume: () => {},
  setGain: () => {},
  clear: () => 0,
  onPlayed: () => () => {},
};
