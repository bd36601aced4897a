import type { RoomCommand } from '@kindling/protocol/room';
import { type ParticipantTracks, TRACK_KINDS } from './participant.ts';

export type SubscriptionState = boolean | 'staged';

/** Which tracks of a participant to receive; one value stands for all. */
export type SubscribedTracks =
  | SubscriptionState
  | 'avatar'
  | {
      readonly audio?: SubscriptionState;
      readonly video?: SubscriptionState;
      readonly screenAudio?: SubscriptionState;
      readonly screenVideo?: SubscriptionState;
      /** By name; one value stands for all custom tracks. */
      readonly custom?: SubscriptionState | { readonly [name: string]: SubscriptionState };
    };

export type SubscribeCommand = Extract<RoomCommand, { type: 'subscribe' }>;

/** `staged` is not received: the server has no such state. `avatar`: no video at all. */
export function createSubscribeCommand(
  sessionId: string,
  wanted: SubscribedTracks,
  tracks: ParticipantTracks | undefined,
): SubscribeCommand {
  if (typeof wanted !== 'object') {
    const rest = wanted === 'avatar' ? { video: false, screenVideo: false } : {};
    return {
      type: 'subscribe',
      sessionId,
      tracks: { '*': wanted === true || wanted === 'avatar', ...rest },
    };
  }
  const custom = Object.keys(tracks ?? {}).filter((name) => !isKind(name));
  const chosen: Record<string, boolean> = {};
  for (const name of [...TRACK_KINDS, ...custom]) {
    const one = choose(name, wanted);
    if (one !== undefined) chosen[name] = one === true;
  }
  return { type: 'subscribe', sessionId, tracks: chosen };
}

function isKind(name: string): name is (typeof TRACK_KINDS)[number] {
  return TRACK_KINDS.some((kind) => kind === name);
}

function choose(
  name: string,
  wanted: Extract<SubscribedTracks, object>,
): SubscriptionState | undefined {
  if (isKind(name)) return wanted[name];
  return typeof wanted.custom === 'object' ? wanted.custom[name] : wanted.custom;
}
