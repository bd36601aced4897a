import type { SeatAnswer, SeatRestartAnswer } from '@kindling/media';
import type { AccessAnswer, RoomJoin, RoomRestart } from '@kindling/protocol/room';

/** What comes through a room's url, whoever meets there. Refusals are `ApiError`s. */
export interface RoomDoor {
  /** In one sentence, for who looks at the url with a program. */
  readonly description: string;
  join(offer: RoomJoin, address: string, userAgent?: string): Promise<SeatAnswer>;
  /** What joining with this token would give. */
  access(token: string | undefined): Promise<AccessAnswer>;
}

/** The seat of somebody who joined, by the secret part of its location. */
export interface RoomSeats {
  restart(key: string, request: RoomRestart): Promise<SeatRestartAnswer>;
  /** `frames`: what was still on its way. False when there was no such seat. */
  leave(key: string, reason?: 'left' | 'lost', frames?: readonly string[]): boolean;
}

/** Rooms by name. Both throw `room_not_found` or `room_ended`. */
export interface Rooms {
  findDoor(name: string): Promise<RoomDoor>;
  findSeats(name: string): RoomSeats;
}
