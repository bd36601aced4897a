import type { Clock } from '@kindling/protocol/clock';
import type { LivekitApi } from '../api/livekit-api.ts';
import type { OpenRoomLink, RoomLink, RoomLinkEvents, VoiceTrack } from '../rtc/room-link.ts';

/** Identity of the server in a LiveKit room, and the name of its track. */
export const HOST = 'agent';

/** How often LiveKit is asked whether the voice arrives there, ms. */
const LOOK_INTERVAL = 25;

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
  /** How long it may take to be in the room and heard there, ms, also after an interruption. */
  readonly limit: number;
  /** Of the voice; null: there is none. */
  readonly sampleRate: number | null;
  readonly isClosed: () => boolean;
  readonly events: Omit<RoomLinkEvents, 'onRestored' | 'onEnded'>;
  /** From now on it is to be fed: LiveKit knows it once its sound arrives. */
  readonly onVoiceOpened: (voice: VoiceTrack) => void;
  /** In the room, and heard there; again after each interruption. */
  readonly onHeard: (link: RoomLink, voiceId: string | null) => void;
  /** Once, unless it was closed before. `replaced`: by another participant of the same identity. */
  readonly onOver: (replaced: boolean) => void;
}

/** The server enters a room by one link, of which nothing is heard any more when it is over. */
export async function enterRoom(options: EnterOptions, entering: Entering): Promise<void> {
  const { room, api, clock, onFault } = options;
  const { limit, isClosed, events } = entering;
  let isOver = false;
  let link: RoomLink | null = null;
  let voice: VoiceTrack | null = null;

  const end = (replaced: boolean): void => {
    if (isOver) return;
    isOver = true;
    entering.onOver(replaced);
  };
  const giveUp = (error: unknown): void => {
    if (isOver) return;
    if (!isClosed()) onFault('livekit-room', error);
    void link?.close().catch(() => undefined);
    end(false);
  };

  const open = async (): Promise<void> => {
    await api.createRoom(room);
    link = await options.openLink({
      url: options.url,
      token: await api.createHostToken(room, HOST),
      hears: options.hears,
      onFault,
      events: { ...events, onRestored: () => inTime(beHeard), onEnded: end },
    });
    // Given up meanwhile: nobody else knows of it.
    if (isOver) await link.close();
    else if (!isClosed()) await publish(link);
  };

  const publish = async (opened: RoomLink): Promise<void> => {
    if (entering.sampleRate === null) return;
    voice = await opened.publishVoice(HOST, entering.sampleRate);
    if (!isOver) entering.onVoiceOpened(voice);
  };

  const beHeard = async (): Promise<void> => {
    const over = () => isOver || isClosed();
    const voiceId = voice === null ? null : await untilVoiceArrives(options, voice, over);
    if (isOver || link === null) return;
    if (isClosed()) await link.close();
    else entering.onHeard(link, voiceId);
  };

  const inTime = async (act: () => Promise<void>): Promise<void> => {
    const cancel = clock.schedule(limit, () =>
      giveUp(new Error(`LiveKit: not in the room, or not heard there, after ${limit} ms.`)),
    );
    try {
      await act();
    } catch (error) {
      giveUp(error);
    } finally {
      cancel();
    }
  };

  await inTime(async () => {
    await open();
    await beHeard();
  });
}

/**
 * LiveKit tells nobody: it is asked. By its id, since for a moment LiveKit may know the track of the server that was
 * there before; that it does not answer, or not know the participant yet, is waited out.
 */
async function untilVoiceArrives(
  { api, room, clock }: EnterOptions,
  voice: VoiceTrack,
  isOver: () => boolean,
): Promise<string | null> {
  while (!isOver()) {
    const { id } = voice;
    if (id !== null && (await api.hasTrack(room, HOST, id).catch(() => false))) return id;
    await new Promise<void>((resolve) => void clock.schedule(LOOK_INTERVAL, resolve));
  }
  return null;
}
