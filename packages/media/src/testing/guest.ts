import type { RoomCommand, RoomEvent, SentTrack, WireTrack } from '@kindling/protocol/room';
import type { JoinIdentity, Room } from '../port.ts';
import { createLoopbackClient, type LoopbackClient } from './loopback-client.ts';
import { addLines, type ExtraLine } from './offers.ts';

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>;

/** A participant of a real room, with chosen m-lines. */
export interface Guest {
  readonly client: LoopbackClient;
  readonly sessionId: string;
  readonly key: string;
  readonly answer: Awaited<ReturnType<Room['join']>>;
  send(command: RoomCommand): void;
  /** Offers other lines on the same connection; resolves to the answer's SDP. */
  renegotiate(lines: readonly ExtraLine[], sends?: SentTrack[]): Promise<string>;
  /** The first event of this type that satisfies `matches`, perhaps to come. */
  event<T extends RoomEvent['type']>(
    type: T,
    matches?: (event: EventOf<T>) => boolean,
  ): Promise<EventOf<T>>;
  /** Waits until a track of another participant is described so. */
  track(
    sessionId: string,
    name: string,
    matches: (track: WireTrack) => boolean,
  ): Promise<WireTrack>;
  /** Everything sent before has been carried out. */
  settled(): Promise<void>;
}

export interface GuestOptions extends JoinIdentity {
  readonly lines?: readonly ExtraLine[];
  readonly sends?: SentTrack[];
  readonly audio?: boolean;
}

let pings = 0;

export async function joinAsGuest(
  room: Room,
  userName: string,
  options: GuestOptions = {},
): Promise<Guest> {
  const { lines = [], sends, audio, ...identity } = options;
  const client = await createLoopbackClient();
  const offer = lines.length === 0 ? client.offer : addLines(client.offer, lines);
  const request = {
    sdp: offer,
    userName,
    ...(sends && { sends }),
    ...(audio !== undefined && { audio }),
  };
  const answer = await room.join(request, identity);
  const plain = lines.length === 0 ? answer.sdp : keepFirstLines(answer.sdp, client.offer);
  await client.connect(plain);
  const key = answer.location.slice(answer.location.lastIndexOf('/') + 1);
  const send = (command: RoomCommand) => client.sendText(JSON.stringify(command));
  const guest: Guest = {
    client,
    answer,
    key,
    send,
    sessionId: answer.sessionId,
    async renegotiate(next, names) {
      const sdp = addLines(client.offer, next);
      return (await room.restart(key, { sdp, ...(names && { sends: names }) })).sdp;
    },
    event: (type, matches = () => true) =>
      client.until(({ events }) => find(events, type, matches)),
    async track(sessionId, name, matches) {
      const { participant } = await client.until(({ events }) =>
        find(events, 'participant-updated', ({ participant: one }) => {
          const track = one.sessionId === sessionId ? one.tracks[name] : undefined;
          return track !== undefined && matches(track);
        }),
      );
      const track = participant.tracks[name];
      if (track === undefined) throw new Error(`There is no track ${name}.`);
      return track;
    },
    async settled() {
      const sentAt = ++pings;
      send({ type: 'ping', sentAt });
      await guest.event('pong', (pong) => pong.sentAt === sentAt);
    },
  };
  return guest;
}

function find<T extends RoomEvent['type']>(
  events: readonly RoomEvent[],
  type: T,
  matches: (event: EventOf<T>) => boolean,
): EventOf<T> | undefined {
  const isWanted = (event: RoomEvent): event is EventOf<T> => event.type === type;
  return events.filter(isWanted).find(matches);
}

/** The native client offered fewer lines than it was made to seem. */
export function keepFirstLines(answer: string, offer: string): string {
  const count = offer.match(/^m=/gm)?.length ?? 0;
  const parts = answer.split(/(?=^m=)/m);
  const mids = parts.slice(1, count + 1).map((part) => /^a=mid:(\S+)/m.exec(part)?.[1]);
  return parts
    .slice(0, count + 1)
    .join('')
    .replace(/a=group:BUNDLE [^\r\n]*/, `a=group:BUNDLE ${mids.join(' ')}`);
}
