import type { PlayerOptions, Room, RoomMember, TrackObserver, TrackPacket } from '@kindling/media';
import type { Permissions, RoomEvent } from '@kindling/protocol/room';

/** A room of which a test plays the people: they send packets, and the server observes their tracks. */
export interface ObservedRoom {
  readonly room: Room;
  /** What was sent to everybody, or to one. */
  readonly events: readonly { readonly event: RoomEvent; readonly to: string | undefined }[];
  readonly observers: number;
  /** Observers that were ever added. */
  readonly observed: number;
  /** Players the server added, in order. */
  readonly players: readonly FakePlayer[];
  join(person: Partial<RoomMember> & { readonly sessionId: string }): RoomMember;
  /** Switches a track on or off. */
  setTrack(sessionId: string, name: string, media: 'audio' | 'video', on: boolean): void;
  leave(sessionId: string): void;
  /** An agent: heard, and no member. */
  addAgent(sessionId: string, userName: string): void;
  send(sessionId: string, track: string, packet: Partial<TrackPacket>): void;
}

export interface FakePlayer {
  readonly options: PlayerOptions;
  readonly pcm: Int16Array[];
  readonly frames: { readonly frame: Uint8Array; readonly time: number }[];
  readonly tracks: { audio: boolean; video: boolean };
  readonly gains: number[];
  readonly left: boolean;
  readonly paused: boolean;
  /** Plays what was written. */
  play(samples: number): void;
}

export const EVERYTHING: Permissions = {
  hasPresence: true,
  canSend: true,
  canReceive: { base: true },
  canAdmin: false,
};

type Tracks = Map<string, { readonly media: 'audio' | 'video'; readonly on: boolean }>;

export function createObservedRoom(name = 'room'): ObservedRoom {
  const members = new Map<string, RoomMember & { readonly tracks: Tracks }>();
  const agents = new Map<string, string>();
  const observers = new Map<TrackObserver, string>();
  const events: { event: RoomEvent; to: string | undefined }[] = [];
  const players: FakePlayer[] = [];
  let observed = 0;

  const endObservers = (key: string) => {
    for (const [observer, of] of [...observers])
      if (of === key && observers.delete(observer)) observer.onEnded();
  };
  const isOn = (sessionId: string, track: string) =>
    agents.has(sessionId) ? track === 'audio' : members.get(sessionId)?.tracks.get(track)?.on;

  const room: Partial<Room> = {
    name,
    members: () => [...members.values()],
    describeTo: () =>
      [...agents].map(([sessionId, userName]) => ({
        sessionId,
        userName,
        owner: false,
        joinedAt: 0,
        participantType: 'agent' as const,
        tracks: {
          audio: {
            media: 'audio' as const,
            state: 'playable' as const,
            subscribed: true,
            mid: null,
          },
        },
      })),
    send: (event, to) => void events.push({ event, to }),
    observeTrack(sessionId, track, observer) {
      if (!isOn(sessionId, track)) return null;
      observed += 1;
      observers.set(observer, `${sessionId} ${track}`);
      return () => observers.delete(observer);
    },
    addPlayer(options) {
      const source = createFakePlayer(options);
      players.push(source);
      return source.participant;
    },
  };
  return {
    // What a test does not use is not there.
    room: room as Room,
    events,
    players,
    get observed() {
      return observed;
    },
    get observers() {
      return observers.size;
    },
    join(person) {
      const member = {
        userId: person.sessionId,
        userName: '',
        owner: false,
        level: 'full' as const,
        permissions: EVERYTHING,
        ...person,
        tracks: new Map(person.tracks),
      };
      members.set(person.sessionId, member);
      return member;
    },
    setTrack(sessionId, track, media, on) {
      members.get(sessionId)?.tracks.set(track, { media, on });
      if (!on) endObservers(`${sessionId} ${track}`);
    },
    leave(sessionId) {
      const tracks = [...(members.get(sessionId)?.tracks.keys() ?? [])];
      members.delete(sessionId);
      for (const track of tracks) endObservers(`${sessionId} ${track}`);
    },
    addAgent: (sessionId, userName) => void agents.set(sessionId, userName),
    send(sessionId, track, packet) {
      const whole = {
        payload: new Uint8Array(),
        timestamp: 0,
        sequence: 0,
        marker: false,
        arrivedAt: 0,
        ...packet,
      };
      for (const [observer, of] of [...observers])
        if (of === `${sessionId} ${track}`) observer.onPacket(whole);
    },
  };
}

function createFakePlayer(options: PlayerOptions) {
  const listeners = new Set<(played: number) => void>();
  const pcm: Int16Array[] = [];
  const frames: { frame: Uint8Array; time: number }[] = [];
  const gains: number[] = [];
  const tracks = { audio: false, video: false };
  let written = 0;
  let played = 0;
  let left = false;
  let paused = false;
  return {
    options,
    pcm,
    frames,
    gains,
    tracks,
    get left() {
      return left;
    },
    get paused() {
      return paused;
    },
    play(samples: number) {
      if (paused) return;
      played = Math.min(written, played + samples);
      for (const listener of [...listeners]) listener(played);
    },
    participant: {
      sessionId: 'player',
      sendVideoFrame: (frame: Uint8Array, time: number) => void frames.push({ frame, time }),
      setTracks: (on: { audio: boolean; video: boolean }) => void Object.assign(tracks, on),
      leave: () => {
        left = true;
      },
      output: {
        sampleRate: options.sampleRate,
        get writtenSamples() {
          return written;
        },
        get playedSamples() {
          return played;
        },
        write(chunk: Int16Array) {
          pcm.push(chunk.slice());
          written += chunk.length;
        },
        pause: () => {
          paused = true;
        },
        resume: () => {
          paused = false;
        },
        setGain: (gain: number) => void gains.push(gain),
        clear: () => 0,
        onPlayed(listener: (samples: number) => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    },
  };
}
