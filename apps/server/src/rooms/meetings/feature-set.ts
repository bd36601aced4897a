import type { RequestHandler, RoomMember } from '@kindling/media';
import { isRoomError, RoomError } from '@kindling/media/room-error';
import { type RoomRequestName, roomRequests } from '@kindling/protocol/room';
import type { z } from 'zod';
import type {
  MeetingContext,
  MeetingFeature,
  MeetingRequest,
  MeetingRequestHandlers,
} from './request-handlers.ts';

/** All features of one meeting, as the room speaks to them. */
export interface FeatureSet {
  readonly handleRequest: RequestHandler;
  /** A participant joined, or one of their properties changed. */
  handleMember(sessionId: string): void;
  handleLeft(sessionId: string): void;
  /**
   * Null: there is nothing to wait for.
   *
   * @throws where a feature was not ready
   */
  handleCallStarting(): Promise<unknown> | null;
  close(): Promise<void>;
}

/**
 * Opens what can be done in a call's room beside the conversation.
 *
 * @throws when two features answer the same request
 */
export type OpenFeatures = (meeting: MeetingContext) => FeatureSet;

type AnyHandler = (request: MeetingRequest<RoomRequestName>) => unknown;

/** @throws when two features answer the same request */
export function createFeatureSet(
  meeting: MeetingContext,
  features: readonly MeetingFeature[],
): FeatureSet {
  const handlers = joinHandlers(features);
  const entered = new Set<string>();
  const inLobby = new Set<string>();
  let closing = false;
  const find = (sessionId: string) =>
    meeting.room.members().find((member) => member.sessionId === sessionId);

  /** A fault in one feature is kept from the others, and from the room. */
  const tell = (act: (feature: MeetingFeature) => void) => {
    for (const feature of features) {
      try {
        act(feature);
      } catch (error) {
        meeting.log.error({ meetingId: meeting.meetingId, err: error }, 'meeting feature failed');
      }
    }
  };

  return {
    async handleRequest({ sessionId, method, params }) {
      // People are there until the slowest feature is done; what begins now would never end.
      if (closing) throw new RoomError('room_ended', 'This meeting is over.');
      const member = find(sessionId);
      if (member === undefined) throw new RoomError('not_found', 'You are not in this room.');
      const name = checkMethod(method, member);
      const handler = handlers.get(name);
      if (handler === undefined)
        throw new RoomError('not_configured', `This room cannot answer "${name}".`);
      try {
        return await handler({ meeting, member, params: checkParams(name, params) });
      } catch (error) {
        if (!isRoomError(error)) {
          const { meetingId } = meeting;
          meeting.log.error({ meetingId, method: name, err: error }, 'room request failed');
        }
        throw error;
      }
    },
    handleMember(sessionId) {
      const member = find(sessionId);
      if (member?.level === 'lobby') inLobby.add(sessionId);
      if (member?.level !== 'full') return;
      if (entered.has(sessionId)) tell((feature) => feature.onMemberChanged?.(member));
      else {
        entered.add(sessionId);
        const from = inLobby.delete(sessionId) ? 'lobby' : 'outside';
        tell((feature) => feature.onMemberEntered?.(member, from));
      }
    },
    handleLeft(sessionId) {
      entered.delete(sessionId);
      inLobby.delete(sessionId);
      tell((feature) => feature.onMemberLeft?.(sessionId));
    },
    handleCallStarting() {
      const starting = features.flatMap((feature) => feature.onCallStarting?.() ?? []);
      return starting.length === 0 ? null : Promise.all(starting);
    },
    async close() {
      closing = true;
      const closed = features.map(async (feature) => feature.close?.());
      for (const outcome of await Promise.allSettled(closed)) {
        if (outcome.status === 'fulfilled') continue;
        const { meetingId } = meeting;
        meeting.log.error({ meetingId, err: outcome.reason }, 'meeting feature not closed');
      }
    },
  };
}

function joinHandlers(features: readonly MeetingFeature[]): ReadonlyMap<string, AnyHandler> {
  const all = new Map<string, AnyHandler>();
  for (const { handlers } of features) {
    for (const [name, handler] of Object.entries(handlers) as [string, AnyHandler][]) {
      if (all.has(name)) throw new Error(`Two features answer "${name}".`);
      all.set(name, handler);
    }
  }
  return all;
}

function checkMethod(method: string, member: RoomMember): RoomRequestName {
  if (!isRequestName(method))
    throw new RoomError('bad_request', `method: there is no request "${method}".`);
  if (
    member.level === 'lobby' &&
    method !== ('request-access' satisfies keyof MeetingRequestHandlers)
  )
    throw new RoomError(
      'not_allowed',
      'You can do this once you have been admitted to the meeting.',
    );
  return method;
}

function isRequestName(method: string): method is RoomRequestName {
  return Object.hasOwn(roomRequests, method);
}

function checkParams(
  name: RoomRequestName,
  params: unknown,
): MeetingRequest<RoomRequestName>['params'] {
  const schema: z.ZodType = roomRequests[name];
  const parsed = schema.safeParse(params);
  // The row of the table and its handler agree by `MeetingRequestHandlers`.
  if (parsed.success) return parsed.data as MeetingRequest<RoomRequestName>['params'];
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') || 'params';
  throw new RoomError('bad_request', `${field}: ${issue?.message ?? 'does not fit.'}`);
}
