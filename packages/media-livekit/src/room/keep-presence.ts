import { RoomError } from '@kindling/media/room-error';
import type { RoomLink, RoomLinkEvents, VoiceTrack } from '../rtc/room-link.ts';
import { type EnterOptions, enterRoom } from './enter-room.ts';
import { createReadiness } from './readiness.ts';

/** Pause before the next attempt to be in the room, ms; the last one for all that follow. */
const RETRY_DELAYS = [250, 1_000, 2_000, 5_000];
export type PresenceOptions = EnterOptions;

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
  const { clock } = options;
  const { onReady, onLost, ...heard } = events;
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

  const handleHeard = (link: RoomLink, voiceId: string | null): void => {
    presence.link = link;
    presence.voiceId = voiceId;
    failures = 0;
    readiness.set();
    onReady();
  };

  const handleOver = (replaced: boolean): void => {
    presence.link = null;
    presence.voice = null;
    readiness.reset();
    if (closed) return;
    onLost();
    // Another node has this room now.
    if (replaced) closed = true;
    else retry();
  };

  const retry = (): void => {
    const delay = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    cancelRetry = clock.schedule(delay, enter);
  };

  function enter(): void {
    void enterRoom(options, {
      sampleRate: presence.sampleRate,
      isClosed: () => closed,
      events: { ...heard, onInterrupted: readiness.reset },
      onVoiceOpened: (voice) => {
        presence.voice = voice;
      },
      onHeard: handleHeard,
      onOver: handleOver,
    });
  }
  // Whatever the room gets in the same turn, a voice above all, is there when the host enters.
  queueMicrotask(enter);
  return presence;
}
