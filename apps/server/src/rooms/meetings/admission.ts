import type { JoinIdentity } from '@kindling/media';
import type { Permissions, RoomConfig, RoomInfo, TokenConfig } from '@kindling/protocol/room';
import { ApiError } from '../../platform/errors/api-error.ts';
import { permissionsOf } from './permissions.ts';
import type { StoredRoom } from './room-store.ts';

/** When a participant is removed, and the message they receive. */
export interface Departure {
  /** Unix milliseconds. */
  readonly at: number;
  readonly reason: 'exp-room' | 'exp-token' | 'ejected';
  readonly message: string;
}

/** What the room grants to a participant with this token, or without one. */
export interface Admission {
  readonly level: 'none' | 'lobby' | 'full';
  readonly identity: JoinIdentity & { readonly owner: boolean; readonly permissions: Permissions };
  readonly info: RoomInfo;
  readonly departure: Departure | null;
}

/** @throws when the room or the token is not open yet, or not any more */
export function admit(room: StoredRoom, token: TokenConfig | null, now: number): Admission {
  checkRoomTime(room.config, now);
  if (token !== null) checkTokenTime(token, now);
  const owner = token?.is_owner ?? false;
  const { room_name: _, ...tokenConfig } = token ?? {};
  return {
    level: levelOf(room, token),
    identity: {
      ...(token?.user_name === undefined ? {} : { userName: token.user_name }),
      ...(token?.user_id === undefined ? {} : { userId: token.user_id }),
      owner,
      permissions: permissionsOf(room.config, token, owner),
    },
    info: { id: room.id, name: room.name, config: room.config, tokenConfig },
    departure: departureOf(room.config, token, now),
  };
}

function levelOf({ privacy, config }: StoredRoom, token: TokenConfig | null): Admission['level'] {
  if (privacy === 'public' || token !== null) return 'full';
  return config.enable_knocking === true ? 'lobby' : 'none';
}

function checkRoomTime({ nbf, exp }: RoomConfig, now: number): void {
  if (nbf !== undefined && now < nbf * 1_000) {
    const message = `This room opens at ${utc(nbf)}. Come back then.`;
    throw new ApiError('room_not_open_yet', message);
  }
  if (exp !== undefined && now >= exp * 1_000)
    throw new ApiError('room_expired', `This room closed at ${utc(exp)}. Ask for a new one.`);
}

function checkTokenTime({ nbf, exp }: TokenConfig, now: number): void {
  if (nbf !== undefined && now < nbf * 1_000) {
    const message = `This meeting token is valid from ${utc(nbf)}. Come back then.`;
    throw new ApiError('token_not_valid_yet', message);
  }
  if (exp !== undefined && now >= exp * 1_000) {
    const message = `This meeting token was valid until ${utc(exp)}. Ask for a new one.`;
    throw new ApiError('token_expired', message);
  }
}

/** When this session must end: the earliest of token expiry, room expiry and the time limit. */
function departureOf(config: RoomConfig, token: TokenConfig | null, now: number): Departure | null {
  const all: Departure[] = [];
  if (config.eject_at_room_exp === true && config.exp !== undefined)
    all.push({ at: config.exp * 1_000, reason: 'exp-room', message: 'This room has closed.' });
  if (token?.eject_at_token_exp === true && token.exp !== undefined) {
    const message = 'Your meeting token has expired.';
    all.push({ at: token.exp * 1_000, reason: 'exp-token', message });
  }
  const elapsed = token?.eject_after_elapsed ?? config.eject_after_elapsed;
  if (elapsed !== undefined) {
    const message = 'Your time in this meeting is over.';
    all.push({ at: now + elapsed * 1_000, reason: 'ejected', message });
  }
  return all.sort((a, b) => a.at - b.at)[0] ?? null;
}

function utc(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
