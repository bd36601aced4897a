import type { RoomEvent, RoomRequestName, RoomRequestParams } from '@kindling/protocol/room';
import type { JoinedRoom } from '../engine/port.ts';
import type { LocalTracks } from '../media/local-tracks/local-tracks.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { CallSession } from '../session/call-session.ts';
import type { Dependencies } from '../session/dependencies.ts';
import type { Emit } from './call-events.ts';
import type { TypedEmitter } from './typed-emitter.ts';

/** Moments of a call object's life, for its parts. */
export type CallHooks = {
  /** Options were given; those of later calls win. Not told of what a part sets itself. */
  options: [given: CallOptions];
  /** In the room; the page is told nothing yet but how far. */
  admitted: [room: JoinedRoom];
  joined: [room: JoinedRoom];
  /** Before the events of leaving: frees what belongs to the stay. */
  left: [];
  /** What the room says, after the participants were brought up to date. */
  event: [event: RoomEvent];
  /** One's own name, data or tracks are others now. */
  localChanged: [];
  /** Somebody else came, went, or sends something else. */
  remoteChanged: [];
  destroyed: [];
};

/** What every part of a call object is given; parts know each other only through it. */
export interface CallContext {
  readonly dependencies: Dependencies;
  readonly hooks: TypedEmitter<CallHooks>;
  readonly session: CallSession;
  readonly tracks: LocalTracks;
  readonly emit: Emit;
  /** Awaited by `join`, beside the loading of the engine: opening devices. Must not reject. */
  readonly preparations: Set<() => Promise<void>>;
  options(): CallOptions;
  /** Remembers options without telling the parts. */
  mergeOptions(options: CallOptions): void;
  /** Something about oneself is other now. */
  notifyLocalChange(): void;
  /** Asks the room. Rejects with a `CallError` when not joined, or refused. */
  request<N extends RoomRequestName>(method: N, params: RoomRequestParams<N>): Promise<unknown>;
}
