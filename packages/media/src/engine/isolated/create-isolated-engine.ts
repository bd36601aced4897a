import type { MediaEngine, MediaEngineOptions, MediaStats } from '../../port.ts';
import { RoomError } from '../../room-error.ts';
import { type Link, MediaLostError, openLink } from './link.ts';
import type { Notice, Place } from './messages.ts';
import { createReach } from './reach.ts';
import { createRemoteRoom, type RemoteRoom, type RoomNotice } from './remote-room.ts';
import { receiveError } from './sent-error.ts';

const NO_STATS: MediaStats = {
  rooms: 0,
  participants: 0,
  packetsReceived: 0,
  packetsSent: 0,
  packetsConcealed: 0,
  tracksForwarded: 0,
};
/** Before the next attempt when the process ended soon after its start, ms. */
const RESTART_PAUSES = [0, 1_000, 5_000, 30_000];
/** One that lived so long, ms, did not fail at its start. */
const HEALTHY_AFTER = 60_000;

/**
 * The embedded engine in a process of its own: connections, codecs and pacing go on whatever this
 * thread is busy with. A process that ends takes its rooms with it (`onFailed`), and another one takes
 * its port. Rejects as `createMediaEngine` does.
 */
export async function createIsolatedMediaEngine(options: MediaEngineOptions): Promise<MediaEngine> {
  const { onFault = () => undefined, ...settings } = options;
  const rooms = new Map<Place, RemoteRoom>();
  const listeners = new Map<Place, (notice: RoomNotice) => void>();
  let lastPlace = 0;
  let link: Link | null = null;
  let closing: Promise<void> | null = null;
  let failures = 0;
  let cancelRestart = () => {};
  const nextPlace = () => {
    lastPlace += 1;
    return lastPlace;
  };

  const handleNotice = (notice: Exclude<Notice, { type: 'reply' }>): void => {
    if (notice.type === 'fault')
      onFault({ stage: notice.stage, error: receiveError(notice.error) });
    else listeners.get('room' in notice ? notice.room : notice.place)?.(notice);
  };

  const start = async (udpPort: number): Promise<number> => {
    const startedAt = performance.now();
    const opened = openLink({
      onNotice: handleNotice,
      onEnded(reason) {
        if (link === opened) handleEnded(reason, performance.now() - startedAt);
      },
    });
    link = opened;
    try {
      return Number(await opened.ask({ type: 'start', options: { ...settings, udpPort } }));
    } catch (error) {
      if (link === opened) link = null;
      await opened.end();
      throw error;
    }
  };

  const handleEnded = (reason: string, lived: number): void => {
    link = null;
    const lost = [...rooms.values()];
    rooms.clear();
    listeners.clear();
    if (closing !== null) return;
    onFault({
      stage: 'media-process',
      error: new MediaLostError(`The media process ended: ${reason}.`),
    });
    for (const room of lost) room.fail();
    failures = lived > HEALTHY_AFTER ? 0 : failures + 1;
    restart();
  };

  const restart = (): void => {
    const pause = RESTART_PAUSES[Math.min(failures, RESTART_PAUSES.length) - 1] ?? 0;
    const timer = setTimeout(() => {
      start(udpPort).catch((error: unknown) => {
        // One that ended at its start was told of already.
        if (closing !== null || error instanceof MediaLostError) return;
        onFault({ stage: 'media-process', error });
        failures += 1;
        restart();
      });
    }, pause);
    cancelRestart = () => clearTimeout(timer);
  };

  const shut = async (): Promise<void> => {
    cancelRestart();
    if (link === null) return;
    const last = link;
    await last.ask({ type: 'stop' }).catch(() => undefined);
    await last.end();
  };

  const udpPort = await start(settings.udpPort);
  return {
    udpPort,
    createRoom(roomOptions) {
      if (closing !== null) throw new Error('The media engine is closed.');
      if (link === null)
        throw new RoomError(
          'room_ended',
          'The calls of this server start again. Try it in a moment.',
        );
      const place = nextPlace();
      const room = createRemoteRoom({
        room: place,
        options: roomOptions,
        reach: createReach(link, onFault),
        nextPlace,
        listen(at, handle) {
          if (handle === null) listeners.delete(at);
          else listeners.set(at, handle);
        },
        onClosed: () => void rooms.delete(place),
      });
      rooms.set(place, room);
      return room;
    },
    stats() {
      try {
        return link === null ? NO_STATS : (link.askAtOnce({ type: 'stats' }) as MediaStats);
      } catch (error) {
        if (error instanceof MediaLostError) return NO_STATS;
        throw error;
      }
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
