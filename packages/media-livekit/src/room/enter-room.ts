import type { Clock } from '@kindling/protocol/clock';
import type { LivekitApi } from '../api/livekit-api.ts';
import type { OpenRoomLink, RoomLink, RoomLinkEvents, VoiceTrack } from '../rtc/room-link.ts';

/** Identity of the server in a LiveKit room, and the name of its track. */
export const HOST = 'agent';

/** How often LiveKit is asked whether the voice arrives there, ms, and for how long. */
const LOOK_INTERVAL = 25;
const HEARD_LIMIT = 5_000;

export interface EnterOptions {
  readonly room: string;
  readonly url: string;
  readonly api: Pick<LivekitApi, 'createRoom' | 'createHostToken' | 'hasTrack'>;
  readonly openLink: OpenRoomLink;
  /** See `RoomLinkOptions`. */
  readonly hears?: string | undefined;
  readonly clock: Clock;
  readonly onFault: (stage: string, error: unknown) => void;
}

export interface Entering {
  /** Of the voice; null: there is none. */
  readonly sampleRate: number | null;
  readonly isClosed: () => boolean;
  readonly events: Omit<RoomLinkEvents, 'onRestored' | 'onEnded'>;
  /** From now on it is to be fed: LiveKit knows it once its sound arrives. */
  readonly onVoiceOpened: (voice: VoiceTrack) => void;
  /** In the room, and heard there; again after each interruption. */
  readonly onHeard: (link: RoomLink, voiceId: string | null) => void;
  /**
   * Once, unless it was closed before. `replaced`: by another participant of the same identity. Do not enter again
   * before: LiveKit disconnects the earlier of two participants with one identity.
   */
  readonly onOver: (replaced: boolean) => void;
}

/** Enters a room by one link. After `onOver` none of its events is passed on. */
export async function enterRoom(options: EnterOptions, entering: Entering): Promise<void> {
  const { room, api, onFault } = options;
  const { isClosed, sampleRate } = entering;
  let isOver = false;
  let link: RoomLink | null = null;
  let voice: VoiceTrack | null = null;

  const end = (replaced: boolean): void => {
    if (isOver) return;
    isOver = true;
    entering.onOver(replaced);
  };
  const giveUp = (error: unknown): void => {
    void link?.close().catch(() => undefined);
    if (isOver) return;
    if (!isClosed()) onFault('livekit-room', error);
    end(false);
  };

  const open = async (): Promise<void> => {
    await api.createRoom(room);
    const token = await api.createHostToken(room, HOST);
    // The room may be another node's by now, and this link would disconnect that node.
    if (isClosed()) return;
    link = await options.openLink({
      ...{ url: options.url, token, hears: options.hears, onFault },
      events: {
        ...unless(() => isOver, entering.events),
        onRestored: () => beHeard().catch(giveUp),
        onEnded: end,
      },
    });
    if (isClosed() || sampleRate === null) return;
    voice = await link.publishVoice(HOST, sampleRate);
    if (!isOver) entering.onVoiceOpened(voice);
  };

  const beHeard = async (): Promise<void> => {
    // Restored before the voice was published: this runs again once it is.
    if (link === null || (voice === null && sampleRate !== null && !isClosed())) return;
    const left = () => isOver || isClosed();
    const voiceId = voice === null ? null : await untilVoiceArrives(options, voice, left);
    if (left()) await link.close();
    else entering.onHeard(link, voiceId);
  };

  try {
    await open();
    await beHeard();
  } catch (error) {
    giveUp(error);
  }
}

/** The same events, dropped once `isOver`. */
function unless(isOver: () => boolean, events: Entering['events']): Entering['events'] {
  const { onData, onVoice, onPresent, onArrived, onPublished, onGone, onInterrupted } = events;
  const guard =
    <A extends unknown[]>(pass: (...given: A) => void) =>
    (...given: A): void => {
      if (!isOver()) pass(...given);
    };
  return {
    onData: guard(onData),
    onVoice: guard(onVoice),
    onPresent: guard(onPresent),
    onArrived: guard(onArrived),
    onPublished: guard(onPublished),
    onGone: guard(onGone),
    onInterrupted: guard(onInterrupted),
  };
}

/**
 * LiveKit sends no event for this, so it is polled. By the track's id: for a moment after a takeover LiveKit may still
 * list the track of the node that died. Failed requests are retried.
 *
 * @throws when the voice does not arrive within `HEARD_LIMIT`
 */
async function untilVoiceArrives(
  { api, room, clock }: EnterOptions,
  voice: VoiceTrack,
  isOver: () => boolean,
): Promise<string | null> {
  let cause: unknown;
  const arrives = (id: string | null): Promise<boolean> =>
    id === null
      ? Promise.resolve(false)
      : api.hasTrack(room, HOST, id).catch((error: unknown) => {
          cause = error;
          return false;
        });
  const deadline = clock.now() + HEARD_LIMIT;
  while (!isOver()) {
    const { id } = voice;
    if (await arrives(id)) return id;
    if (clock.now() > deadline)
      throw new Error('The voice of the server does not arrive at LiveKit.', { cause });
    await new Promise<void>((resolve) => void clock.schedule(LOOK_INTERVAL, resolve));
  }
  return null;
}
