export interface PublishedTrack {
  readonly name: string;
  /** LiveKit's id of it. */
  readonly sid: string;
}

/** What the server's participant in a LiveKit room hears of. */
export interface RoomLinkEvents {
  /** `identity`: null when the sender has not been announced yet. */
  readonly onData: (identity: string | null, bytes: Uint8Array) => void;
  /** 20 ms of a participant's microphone: mono, 16 kHz, signed 16-bit. */
  readonly onVoice: (identity: string, pcm: Int16Array) => void;
  /** A participant was there when the link was made. */
  readonly onPresent: (identity: string) => void;
  /** A participant connected since. */
  readonly onArrived: (identity: string) => void;
  readonly onPublished: (identity: string, track: PublishedTrack) => void;
  readonly onGone: (identity: string) => void;
  /** The link is broken, and tries to come back by itself. */
  readonly onInterrupted: () => void;
  /** The link works again; others receive what it publishes by new tracks. */
  readonly onRestored: () => unknown;
  /** The link is over. `replaced`: by another participant of the same identity. */
  readonly onEnded: (replaced: boolean) => void;
}

/** A published track that is fed in real time. */
export interface VoiceTrack {
  /** LiveKit's id of the track; changes when the link publishes it again. Null: none was assigned yet. */
  readonly id: string | null;
  /** 20 ms, mono, copied; without pauses, or receivers take the pause for delay. */
  capture(pcm: Int16Array): void;
}

/** One connection of this server to one LiveKit room. */
export interface RoomLink {
  publishVoice(name: string, sampleRate: number): Promise<VoiceTrack>;
  /** Reliable and in order. */
  send(identity: string, bytes: Uint8Array): Promise<void>;
  /** Once, however often it is called. */
  close(): Promise<void>;
}

export interface RoomLinkOptions {
  /** `ws` or `wss` */
  readonly url: string;
  readonly token: string;
  /** The name of the tracks that are heard. @default every one of sound */
  readonly hears?: string | undefined;
  readonly events: RoomLinkEvents;
  readonly onFault: (stage: string, error: unknown) => void;
}

export type OpenRoomLink = (options: RoomLinkOptions) => Promise<RoomLink>;
