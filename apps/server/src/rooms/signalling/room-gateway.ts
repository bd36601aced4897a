import type { JoinAnswer, RestartAnswer } from '@kindling/media';
import type { AccessAnswer, RoomJoin, RoomRestart } from '@kindling/protocol/room';

/** Requests to a room's URL, for calls and meetings alike. Rejections are `ApiError`s. */
export interface RoomGateway {
  /** In one sentence, for who looks at the url with a program. */
  readonly description: string;
  /** What carries it, where that is not this server. */
  readonly media?: 'livekit';
  join(offer: RoomJoin, address: string, userAgent?: string): Promise<JoinAnswer>;
  /** What joining with this token would give. */
  access(token: string | undefined): Promise<AccessAnswer>;
}

/** The participants of a room, each addressed by the secret key in its location. */
export interface RoomSessions {
  restart(key: string, request: RoomRestart): Promise<RestartAnswer>;
  /** `frames`: data channel frames not delivered yet. False when there is no such participant. */
  leave(
    key: string,
    reason?: 'left' | 'lost',
    frames?: readonly string[],
  ): boolean | Promise<boolean>;
}

/** Rooms by name. Both throw `room_not_found` or `room_ended`. */
export interface Rooms {
  findGateway(name: string): Promise<RoomGateway>;
  findSessions(name: string): Promise<RoomSessions>;
}
