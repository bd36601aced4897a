import type { RoomCommand } from '@kindling/protocol/room';

export type SubscriptionState = boolean | 'staged';

/** Which tracks of a participant to receive; one value stands for all kinds. */
export type SubscribedTracks =
  | SubscriptionState
  | {
      readonly audio?: SubscriptionState;
      readonly video?: SubscriptionState;
      readonly screenAudio?: SubscriptionState;
      readonly screenVideo?: SubscriptionState;
    };

/** What `updateParticipant` may change. */
export interface ParticipantUpdate {
  /** One's own microphone only. */
  readonly setAudio?: boolean;
  readonly setSubscribedTracks?: SubscribedTracks;
}

export type SubscribeCommand = Extract<RoomCommand, { type: 'subscribe' }>;

/** `staged` is not received: the server keeps no half-open tracks. */
export function createSubscribeCommand(
  sessionId: string,
  tracks: SubscribedTracks,
): SubscribeCommand {
  const wanted =
    typeof tracks === 'object'
      ? tracks
      : { audio: tracks, video: tracks, screenAudio: tracks, screenVideo: tracks };
  const command: SubscribeCommand = { type: 'subscribe', sessionId };
  for (const kind of ['audio', 'video', 'screenAudio', 'screenVideo'] as const) {
    if (wanted[kind] !== undefined) command[kind] = wanted[kind] === true;
  }
  return command;
}
