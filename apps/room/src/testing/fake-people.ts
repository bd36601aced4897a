import type { Participant } from '@kindling/call';

interface FakePerson {
  readonly local?: boolean;
  readonly owner?: boolean;
  readonly muted?: boolean;
  readonly video?: MediaStreamTrack;
  readonly screen?: MediaStreamTrack;
}

/** A participant who is not there. */
export function fakeParticipant(
  name: string,
  { local = false, owner = false, muted = false, video, screen }: FakePerson = {},
): Participant {
  const off = { subscribed: true, state: 'off' } as const;
  const shown = (track: MediaStreamTrack | undefined) =>
    track === undefined
      ? off
      : ({ subscribed: true, state: 'playable', track, persistentTrack: track } as const);
  return {
    session_id: local ? 'me' : name.toLowerCase().replace(/\W+/g, '-'),
    user_id: name,
    user_name: name,
    local,
    owner,
    joined_at: new Date(1_700_000_000_000 + name.length),
    tracks: {
      audio: muted ? off : { subscribed: true, state: 'playable' },
      video: shown(video),
      screenVideo: shown(screen),
      screenAudio: off,
    },
    audio: !muted,
    video: video !== undefined,
    screen: screen !== undefined,
    record: false,
    will_eject_at: new Date(0),
    cam_info: {},
    screen_info: {},
    permissions: {
      hasPresence: true,
      canSend: true,
      canReceive: { base: true },
      canAdmin: owner,
    },
  };
}
