import type { MediaEngine } from '@kindling/media';
import { createFakeRoom, type FakeRoom } from './fake-room.ts';

export interface FakeMedia extends MediaEngine {
  readonly rooms: readonly FakeRoom[];
  readonly closed: boolean;
  last(): FakeRoom;
}

export function createFakeMedia(): FakeMedia {
  const rooms: FakeRoom[] = [];
  let closed = false;
  return {
    rooms,
    udpPort: 4_000,
    get closed() {
      return closed;
    },
    createRoom(options) {
      const room = createFakeRoom(options);
      rooms.push(room);
      return room;
    },
    last() {
      const room = rooms.at(-1);
      if (room === undefined) throw new Error('no room was made');
      return room;
    },
    stats: () => ({
      rooms: rooms.filter((room) => room.closedWith === null).length,
      participants: 0,
      packetsReceived: 0,
      packetsSent: 0,
      packetsConcealed: 0,
      tracksForwarded: 0,
    }),
    close: async () => {
      closed = true;
    },
  };
}
