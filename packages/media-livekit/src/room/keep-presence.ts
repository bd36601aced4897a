import { RoomError } from '@kindling/media/room-error';
import type { Clock } from '@kindling/protocol/clock';
import type { LivekitApi } from '../api/livekit-api.ts';
import type { OpenRoomLink, RoomLink, RoomLinkEvents, VoiceTrack } from '../rtc/room-link.ts';
import { createReadiness } from './readiness.ts';

/** Identity of the server in a LiveKit room, and the name of its track. */
export const HOST = 'agent';

/** Pause before the next attempt to be in the room, ms; the last one for all that follow. */
const RETRY_DELAYS = [250, 1_000, 2_000, 5_000];

/** How often LiveKit is asked, ms, whether the voice arrives there, and how many times. */
const LOOK_INTERVAL = 25;
const MAX_LOOKS = 200;

export interface PresenceOptions {
  readonly room: string;
  readonly url: string;
  readonly api: Pick<LivekitApi, 'createRoom' | 'createHostToken' | 'findTrack'>;
  readonly openLink: OpenRoomLink;
  /** See `RoomLinkOptions`. */
  readonly hears?: string;
  readonly clock: Clock;
  readonly onFault: (stage: string, error: unknown) => void;
}

interface PresenceEvents
  extends Pick<
    RoomLinkEvents,
    'onData' | 'onVoice' | 'onPresent' | 'onArrived' | 'onPublished' | 'onGone'
  > {
  /** In the room, and heard there; again after each interruption. */
  readonly onReady: () => void;
  readonly onLost: () => void;
}

/** Keeps the server in the room, by one link after another. */
export function keepPresence(options: PresenceOptions, events: PresenceEvents) {
  const { room, api, clock, onFault } = options;
  const { onData, onVoice, onPresent, onArrived, onPublished, onGone } = events;
  const readiness = createReadiness(clock);
  let failures = 0;
  let closed = false;
  let cancelRetry = (): void => undefined;

  const presence = {
    link: null as RoomLink | null,
    voice: null as VoiceTrack | null,
    /** Of its voice; null: it has none. */
    sampleRate: null as number | null,
    /** LiveKit's id of the track with its voice, once that is heard. */
    voiceId: null as string | null,
    ready(): Promise<void> {
      if (closed) return Promise.reject(new RoomError('room_ended', 'This room is elsewhere.'));
      return readiness.wait();
    },
    async close(): Promise<void> {
      closed = true;
      cancelRetry();
      const last = presence.link;
      presence.link = null;
      presence.voice = null;
      await last?.close();
    },
  };

  const retry = (): void => {
    const delay = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    cancelRetry = clock.schedule(delay, () => void enter());
  };

  const handleEnded = (replaced: boolean): void => {
    presence.link = null;
    presence.voice = null;
    readiness.reset();
    if (closed) return;
    events.onLost();
    // Another node has this room now.
    if (replaced) closed = true;
    else retry();
  };

  const untilHeard = async (): Promise<void> => {
    if (presence.sampleRate === null) return;
    presence.voiceId = await untilVoiceArrives(options, () => closed);
  };

  const welcome = (): void => {
    failures = 0;
    readiness.set();
    events.onReady();
  };

  /** Of a link that is over nothing more is heard. */
  const openLink = async () => {
    let isOver = false;
    const end = (replaced: boolean): void => {
      if (isOver) return;
      isOver = true;
      handleEnded(replaced);
    };
    await api.createRoom(room);
    const opened = await options.openLink({
      url: options.url,
      token: await api.createHostToken(room, HOST),
      hears: options.hears,
      onFault,
      events: {
        ...{ onData, onVoice, onPresent, onArrived, onPublished, onGone },
        onInterrupted: readiness.reset,
        onRestored: () => untilHeard().then(welcome, giveUp),
        onEnded: end,
      },
    });
    const giveUp = (error: unknown): void => {
      if (!closed) onFault('livekit-room', error);
      void opened.close().catch(() => undefined);
      end(false);
    };
    return { opened, giveUp };
  };

  const beHeardBy = async ({ opened, giveUp }: Awaited<ReturnType<typeof openLink>>) => {
    try {
      const { sampleRate } = presence;
      if (sampleRate !== null) presence.voice = await opened.publishVoice(HOST, sampleRate);
      await untilHeard();
      if (closed) return void opened.close();
      presence.link = opened;
      welcome();
    } catch (error) {
      giveUp(error);
    }
  };

  async function enter(): Promise<void> {
    try {
      const entered = await openLink();
      if (closed) await entered.opened.close();
      else await beHeardBy(entered);
    } catch (error) {
      onFault('livekit-room', error);
      if (!closed) retry();
    }
  }
  // Whatever the room gets in the same turn, a voice above all, is there when the host enters.
  queueMicrotask(() => void enter());
  return presence;
}

/** LiveKit tells nobody: it is asked. */
async function untilVoiceArrives(
  { api, room, clock }: PresenceOptions,
  isOver: () => boolean,
): Promise<string | null> {
  for (let attempt = 0; !isOver() && attempt < MAX_LOOKS; attempt += 1) {
    const id = await api.findTrack(room, HOST, HOST);
    if (id !== null) return id;
    await new Promise<void>((resolve) => void clock.schedule(LOOK_INTERVAL, resolve));
  }
  if (isOver()) return null;
  throw new Error('The voice of the server does not arrive at LiveKit.');
}
