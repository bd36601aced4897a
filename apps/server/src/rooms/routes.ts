import type { Room } from '@kindling/media';
import { participantPath } from '@kindling/protocol/room';
import { Hono } from 'hono';
import type { LiveCalls } from '../calls/live-calls.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { isBareOffer, readJoin, readRestart } from './read-offer.ts';
import { toApiError } from './room-error.ts';

/** Signalling of rooms: join by POST, restart by PATCH, leave by DELETE. See the protocol's `room.ts`. */
export function roomRoutes(live: Pick<LiveCalls, 'findRoom'>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(ROOM, (c) => c.json(describeRoom(findRoom(c, live)), 200, NO_STORE))
    .post(ROOM, (c) => join(c, live))
    .patch(PARTICIPANT, (c) => restart(c, live))
    .delete(PARTICIPANT, (c) => leave(c, live))
    .all(ROOM, () => refuseMethod('GET, HEAD, POST'))
    .all(PARTICIPANT, () => refuseMethod('PATCH, DELETE'));
}

const ROOM = '/room/:name';
const PARTICIPANT = participantPath(ROOM, ':key');
const NO_STORE = { 'Cache-Control': 'no-store' } as const;

async function join(c: AppContext, live: Pick<LiveCalls, 'findRoom'>): Promise<Response> {
  const room = findRoom(c, live);
  const offer = await readJoin(c);
  const answer = await room.join(offer).catch(rethrow);
  const headers = { ...NO_STORE, Location: answer.location };
  if (isBareOffer(c))
    return c.body(answer.sdp, 201, { ...headers, 'Content-Type': 'application/sdp' });
  return c.json(answer, 201, headers);
}

async function restart(c: AppContext, live: Pick<LiveCalls, 'findRoom'>): Promise<Response> {
  const room = findRoom(c, live);
  const { sdp } = await readRestart(c);
  const answer = await room.restart(participantKey(c), sdp).catch(rethrow);
  if (isBareOffer(c))
    return c.body(answer.sdp, 200, { ...NO_STORE, 'Content-Type': 'application/sdp' });
  return c.json(answer, 200, NO_STORE);
}

function leave(c: AppContext, live: Pick<LiveCalls, 'findRoom'>): Response {
  if (findRoom(c, live).leave(participantKey(c))) return c.body(null, 204, NO_STORE);
  throw new ApiError('room_not_found', 'There is no such participant in this room.');
}

function findRoom(c: AppContext, live: Pick<LiveCalls, 'findRoom'>): Room {
  const found = live.findRoom(c.req.param('name') ?? '');
  if (found.state === 'open') return found.room;
  throw found.state === 'ended'
    ? new ApiError('room_ended', 'This call has ended. Start a new one.')
    : new ApiError('room_not_found', 'There is no room of this name. Start a call to get one.');
}

function participantKey(c: AppContext): string {
  return c.req.param('key') ?? '';
}

function describeRoom(room: Room) {
  return {
    room: room.name,
    message:
      'This is the room of a voice call. Join it with a Kindling call client, or POST an SDP offer.',
  };
}

function refuseMethod(allow: string): never {
  throw new ApiError('method_not_allowed', `This address takes ${allow}.`, {
    headers: { Allow: allow },
  });
}

function rethrow(error: unknown): never {
  throw toApiError(error);
}
