import type { RoomInfo as WireRoomInfo } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import type { LanguageSetting } from '../options/language.ts';
import type { RoomAccess } from './room-access.ts';

/** Before the room is known: only its address. */
export interface PendingRoomInfo {
  readonly roomUrlPendingJoin: string;
}

/** What JSON leaves out is absent, never undefined. */
type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };
type WithLanguage<T> = Omit<Given<T>, 'lang'> & { readonly lang?: LanguageSetting };

/** The settings of the room and the token, under the names of the REST API. */
export interface RoomInfo extends Pick<WireRoomInfo, 'id' | 'name'> {
  readonly config: WithLanguage<WireRoomInfo['config']>;
  readonly tokenConfig: WithLanguage<WireRoomInfo['tokenConfig']>;
  /** Named for published clients; this server has no settings of a whole domain. */
  readonly domainConfig: Readonly<Record<string, never>>;
}

/** The defaults of a room's settings. */
const DEFAULTS = {
  enable_screenshare: true,
  enable_chat: true,
  enable_people_ui: true,
  enable_prejoin_ui: true,
  enable_network_ui: false,
  enable_noise_cancellation_ui: true,
  enable_video_processing_ui: true,
  enable_live_captions_ui: true,
  enable_knocking: false,
  owner_only_broadcast: false,
  eject_at_room_exp: false,
  start_video_off: false,
  start_audio_off: false,
} as const satisfies WireRoomInfo['config'];

/** Null without a url. */
export function describeRoom(
  { session, options }: CallContext,
  access: Pick<RoomAccess, 'known'>,
  includeDefaults: boolean,
): PendingRoomInfo | RoomInfo | null {
  const room = session.room?.room ?? access.known;
  if (room !== null) {
    const config = includeDefaults ? { ...DEFAULTS, ...room.config } : room.config;
    return { ...room, config, domainConfig: {} } as RoomInfo;
  }
  const { url } = options();
  return url === undefined ? null : { roomUrlPendingJoin: url };
}
