import type { Room, RoomMember } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { RoomConfig, RoomRequestName, RoomRequests } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import type { z } from 'zod';

export interface OwnRecording {
  /** Session id of the assistant, for whom it is made. */
  readonly startedBy: string;
  /** Otherwise the visitor's page tells of a recording of its own, for which it waits. */
  readonly isAnnounced: boolean;
}

/** One meeting, or one call: from the first who comes to the last who goes. */
export interface MeetingContext {
  readonly room: Room;
  readonly meetingId: string;
  readonly orgId: string;
  /** Settings of the room; of a call's room the empty object. */
  readonly config: RoomConfig;
  /** Set for the room of a call with an assistant. */
  readonly callId?: string;
  /** Set for a call whose sound the server records by itself, from its start to its end. */
  readonly ownRecording?: OwnRecording;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A request whose sender is in the room and whose parameters fit the method's schema. */
export interface MeetingRequest<N extends RoomRequestName> {
  readonly meeting: MeetingContext;
  /** Who asks, as they are now. */
  readonly member: RoomMember;
  readonly params: z.output<RoomRequests[N]>;
}

/**
 * Answers a request with any JSON value. What it throws as a `RoomError` (of `@kindling/media/room-error`)
 * reaches the client as it is; anything else as an internal error.
 */
export type MeetingRequestHandler<N extends RoomRequestName> = (
  request: MeetingRequest<N>,
) => Promise<unknown> | unknown;

/** A handler a method; those without one are answered `not_configured`. Only members with full access get through, but for `request-access`. */
export type MeetingRequestHandlers = {
  readonly [N in RoomRequestName]?: MeetingRequestHandler<N>;
};

/** Something that meetings can do; made anew for each. */
export interface MeetingFeature {
  readonly handlers: MeetingRequestHandlers;
  /** The conversation of a call is about to start, and waits for it. Present where it has to. */
  onCallStarting?(): Promise<void>;
  /** A participant joined, or was admitted from the lobby. */
  onMemberEntered?(member: RoomMember, from: 'outside' | 'lobby'): void;
  /** A participant's name, tracks or permissions changed. */
  onMemberChanged?(member: RoomMember): void;
  onMemberLeft?(sessionId: string): void;
  /**
   * The meeting is over; awaited before its room closes, so what takes long (writing files)
   * goes on by itself. Called once.
   */
  close?(): Promise<void>;
}

/** A feature of the server; `createRoomServices` lists them, every meeting and every call gets each. */
export type CreateMeetingFeature = (meeting: MeetingContext) => MeetingFeature;
