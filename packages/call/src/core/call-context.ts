import type { RoomEvent, RoomRequestName, RoomRequestParams } from '@kindling/protocol/room';
import type { JoinedRoom } from '../engine/port.ts';
import type { LocalTracks } from '../media/local-tracks/local-tracks.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { CallSession } from '../session/call-session.ts';
import type { Dependencies } from '../session/dependencies.ts';
import type { Emit } from './call-events.ts';
import type { TypedEmitter } from './typed-emitter.ts';

/** Lifecycle events of a call object, for its parts. */
export type CallHooks = {
  /** Options were given; those of later calls win. Not emitted for what a part sets itself. */
  options: [given: CallOptions];
  /** In the room; the page only knows the access level yet. */
  admitted: [room: JoinedRoom];
  joined: [room: JoinedRoom];
  /** Before the events of leaving: frees what belongs to the session. */
  left: [];
  /** Events of the room, after the participants were updated. */
  event: [event: RoomEvent];
  /** The local name, data or tracks changed. */
  localChanged: [];
  /** A remote participant joined, left, or changed its tracks. */
  remoteChanged: [];
  destroyed: [];
};

/** What every part of a call object gets; parts know each other only through it. */
export interface CallContext {
  readonly dependencies: Dependencies;
  readonly hooks: TypedEmitter<CallHooks>;
  readonly session: CallSession;
  readonly tracks: LocalTracks;
  readonly emit: Emit;
  /** Awaited by `join`, in parallel with loading the engine: opens devices. Must not reject. */
  readonly preparations: Set<() => Promise<void>>;
  options(): CallOptions;
  /** Merges options without emitting `options`. */
  mergeOptions(options: CallOptions): void;
  /** The local participant changed. */
  notifyLocalChange(): void;
  /**
   * Sends a request to the room.
   *
   * @throws a `CallError` when not joined, or when the room refuses
   */
  request<N extends RoomRequestName>(method: N, params: RoomRequestParams<N>): Promise<unknown>;
}
