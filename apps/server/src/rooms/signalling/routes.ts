import {
  accessRequestSchema,
  type IceServersAnswer,
  participantPath,
  ROOM_PROTOCOL_OLDEST,
  type RoomAnswer,
  type RoomRestartAnswer,
  roomLeaveSchema,
} from '@kindling/protocol/room';
import { Hono } from 'hono';
import type { IceServersFor } from '../../platform/config/ice-servers.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { mediaType, readJson } from '../../platform/requests/bodies/read-json.ts';
import { isBareOffer, readJoin, readRestart } from './read-offer.ts';
import { toApiError } from './room-error.ts';
import type { Rooms } from './room-gateway.ts';

/** Signalling of rooms: join by POST, restart by PATCH, leave by DELETE. See the protocol's `room.ts`. */
export function roomRoutes(rooms: Rooms, iceServers: IceServersFor): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(ROOM, (c) => describe(c, rooms))
    .post(ROOM, (c) => join(c, rooms, iceServers))
    .post(ACCESS, (c) => answerAccess(c, rooms))
    .get(ICE_SERVERS, (c) => answerIceServers(c, rooms, iceServers))
    .patch(PARTICIPANT, (c) => restart(c, rooms, iceServers))
    .delete(PARTICIPANT, (c) => leave(c, rooms))
    .all(ROOM, () => rejectMethod('GET, HEAD, POST'))
    .all(ACCESS, () => rejectMethod('POST'))
    .all(ICE_SERVERS, () => rejectMethod('GET, HEAD'))
    .all(PARTICIPANT, () => rejectMethod('PATCH, DELETE'));
}

const ROOM = '/room/:name';
const ACCESS = `${ROOM}/access`;
const ICE_SERVERS = `${ROOM}/ice-servers`;
const PARTICIPANT = participantPath(ROOM, ':key');
const NO_STORE = { 'Cache-Control': 'no-store' } as const;

async function describe(c: AppContext, rooms: Rooms): Promise<Response> {
  const { description } = await rooms.findGateway(roomName(c));
  const message = `${description} Join it with a Kindling call client, or POST an SDP offer.`;
  return c.json({ room: roomName(c), message }, 200, NO_STORE);
}

async function join(c: AppContext, rooms: Rooms, iceServers: IceServersFor): Promise<Response> {
  const gateway = await rooms.findGateway(roomName(c));
  const offer = await readJoin(c);
  checkVersion(offer.version);
  const answer = await gateway
    .join(offer, c.get('clientAddress'), c.req.header('user-agent') ?? '')
    .catch(rethrow);
  const headers = { ...NO_STORE, Location: answer.location };
  if (isBareOffer(c))
    return c.body(answer.sdp, 201, { ...headers, 'Content-Type': 'application/sdp' });
  return c.json({ ...answer, iceServers: iceServers() } satisfies RoomAnswer, 201, headers);
}

async function answerAccess(c: AppContext, rooms: Rooms): Promise<Response> {
  const gateway = await rooms.findGateway(roomName(c));
  const { token } = await readJson(c, accessRequestSchema);
  return c.json(await gateway.access(token), 200, NO_STORE);
}

/** Only for who knows of a room: the credentials in it are good for sending much. */
async function answerIceServers(
  c: AppContext,
  rooms: Rooms,
  iceServers: IceServersFor,
): Promise<Response> {
  const { media } = await rooms.findGateway(roomName(c));
  const answer: IceServersAnswer = { iceServers: iceServers(), ...(media && { media }) };
  return c.json(answer, 200, NO_STORE);
}

async function restart(c: AppContext, rooms: Rooms, iceServers: IceServersFor): Promise<Response> {
  const sessions = await rooms.findSessions(roomName(c));
  const request = await readRestart(c);
  const answer = await sessions.restart(participantKey(c), request).catch(rethrow);
  if (isBareOffer(c))
    return c.body(answer.sdp, 200, { ...NO_STORE, 'Content-Type': 'application/sdp' });
  const whole: RoomRestartAnswer = { ...answer, iceServers: iceServers() };
  return c.json(whole, 200, NO_STORE);
}

async function leave(c: AppContext, rooms: Rooms): Promise<Response> {
  const reason = c.req.query('lost') === undefined ? 'left' : 'lost';
  const hasFrames = mediaType(c) !== '';
  const { frames } = hasFrames ? await readJson(c, roomLeaveSchema) : { frames: [] };
  const sessions = await rooms.findSessions(roomName(c));
  const left = await sessions.leave(participantKey(c), reason, frames);
  if (left) return c.body(null, 204, NO_STORE);
  throw new ApiError('room_not_found', 'There is no such participant in this room.');
}

/** A client that says nothing is of the first version. */
function checkVersion(version = 1): void {
  if (version >= ROOM_PROTOCOL_OLDEST) return;
  throw new ApiError(
    'client_outdated',
    'This page uses a version of the call library that this server no longer speaks. Reload it, or update the library.',
  );
}

function roomName(c: AppContext): string {
  return c.req.param('name') ?? '';
}

function participantKey(c: AppContext): string {
  return c.req.param('key') ?? '';
}

function rejectMethod(allow: string): never {
  throw new ApiError('method_not_allowed', `This address takes ${allow}.`, {
    headers: { Allow: allow },
  });
}

function rethrow(error: unknown): never {
  throw toApiError(error);
}
