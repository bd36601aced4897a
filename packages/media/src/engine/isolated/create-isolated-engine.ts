import { fileURLToPath } from 'node:url';
import type { MediaEngine, MediaEngineOptions, MediaStats } from '../../port.ts';
import { RoomError } from '../../room-error.ts';
import { MediaLostError } from './link.ts';
import type { ObjectId, StartOptions } from './messages.ts';
import { createReach } from './reach.ts';
import { createRemoteRoom, type RemoteRoom, type RoomNotice } from './remote-room.ts';
import { receiveError } from './sent-error.ts';
import { superviseProcess } from './supervise-process.ts';

const NO_STATS: MediaStats = {
  rooms: 0,
  participants: 0,
  packetsReceived: 0,
  packetsSent: 0,
  packetsConcealed: 0,
  tracksForwarded: 0,
};

export interface IsolatedEngineOptions {
  /** Path of what the process runs: it calls `serveEngine`. */
  readonly program: string;
  readonly settings: StartOptions;
  readonly onFault?: MediaEngineOptions['onFault'];
}

/** The embedded engine in a process of its own. Rejects as `createMediaEngine` does. */
export function createIsolatedMediaEngine({
  onFault,
  ...settings
}: MediaEngineOptions): Promise<MediaEngine> {
  const program = fileURLToPath(new URL('./media-process.ts', import.meta.url));
  return createIsolatedEngine({ program, settings, ...(onFault && { onFault }) });
}

/**
 * An engine in a process of its own: connections, codecs and pacing keep running however busy this
 * thread is. When the process ends, its rooms are gone (`onFailed`), and another process takes over
 * the port. Rejects as the engine does.
 */
export async function createIsolatedEngine(options: IsolatedEngineOptions): Promise<MediaEngine> {
  const { program, settings, onFault = () => undefined } = options;
  const rooms = new Map<ObjectId, RemoteRoom>();
  const listeners = new Map<ObjectId, (notice: RoomNotice) => void>();
  let lastId = 0;
  let closing: Promise<void> | null = null;

  const nextId = (): ObjectId => {
    lastId += 1;
    return lastId;
  };

  const loseRooms = (): void => {
    const lost = [...rooms.values()];
    rooms.clear();
    listeners.clear();
    if (closing === null) for (const room of lost) room.fail();
  };

  const supervisor = superviseProcess({
    program,
    settings,
    onNotice(notice) {
      if (notice.type === 'fault')
        onFault({ stage: notice.stage, error: receiveError(notice.error) });
      else listeners.get('roomId' in notice ? notice.roomId : notice.id)?.(notice);
    },
    onLost: loseRooms,
    onFault,
  });
  const udpPort = await supervisor.start(settings.udpPort);

  return {
    udpPort,
    createRoom(roomOptions) {
      if (closing !== null) throw new Error('The media engine is closed.');
      const { link } = supervisor;
      if (link === null)
        throw new RoomError(
          'room_ended',
          'The calls of this server start again. Try it in a moment.',
        );
      const roomId = nextId();
      const room = createRemoteRoom({
        roomId,
        options: roomOptions,
        reach: createReach(link, onFault),
        nextId,
        listen(id, handle) {
          if (handle === null) listeners.delete(id);
          else listeners.set(id, handle);
        },
        onClosed: () => void rooms.delete(roomId),
      });
      rooms.set(roomId, room);
      return room;
    },
    stats() {
      const { link } = supervisor;
      try {
        return link === null ? NO_STATS : (link.askAtOnce({ type: 'stats' }) as MediaStats);
      } catch (error) {
        if (error instanceof MediaLostError) return NO_STATS;
        throw error;
      }
    },
    close() {
      closing ??= supervisor.close();
      return closing;
    },
  };
}
