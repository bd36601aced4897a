import type { WireParticipant } from '@kindling/protocol/room';
import type { JoinAnswer, RestartAnswer, Room, RoomMember, RoomOptions } from '../../port.ts';
import type { Notice, ObjectId } from './messages.ts';
import type { Reach } from './reach.ts';
import { createRemoteObservers } from './remote-observers.ts';
import { createRemoteParticipants } from './remote-participants.ts';
import { sendError } from './sent-error.ts';

/** A notice about something in a room. */
export type RoomNotice = Exclude<Notice, { type: 'reply' | 'fault' }>;

export interface RemoteRoom extends Room {
  /** The process is gone: informs the room's owner. */
  fail(): void;
}

export interface RemoteRoomOptions {
  readonly roomId: ObjectId;
  readonly options: RoomOptions;
  readonly reach: Reach;
  readonly nextId: () => ObjectId;
  /** Sets who handles the notices about an object; null: they are dropped. */
  readonly listen: (id: ObjectId, handle: ((notice: RoomNotice) => void) | null) => void;
  readonly onClosed: () => void;
}

/** A room in the media process, as its owner sees it. */
export function createRemoteRoom(given: RemoteRoomOptions): RemoteRoom {
  const { roomId, options, reach, listen } = given;
  let closing: Promise<void> | null = null;
  let failed = false;
  const participants = createRemoteParticipants(given, () => !failed && closing === null);
  const observers = createRemoteObservers(given);

  const toCommand = (method: string, args: readonly unknown[]) =>
    ({ type: 'invoke', target: 'room', id: roomId, method, args }) as const;
  const invoke = (method: string, ...args: unknown[]) => reach.post(toCommand(method, args));
  const ask = (method: string, ...args: unknown[]) => reach.ask(toCommand(method, args));
  const askAtOnce = <T>(lost: T, method: string, ...args: unknown[]) =>
    reach.askAtOnce(toCommand(method, args), lost) as T;

  listen(roomId, (notice) => handleRoomNotice(notice, given));
  const { name, path, maxParticipants, generation, returning, returnWindow, onRequest } = options;
  reach.post({
    type: 'create-room',
    roomId,
    options: {
      name,
      path,
      maxParticipants,
      takesRequests: onRequest !== undefined,
      ...(generation !== undefined && { generation }),
      ...(returning !== undefined && { returning }),
      ...(returnWindow !== undefined && { returnWindow }),
    },
  });

  const release = (): void => {
    participants.close();
    observers.close();
    listen(roomId, null);
    reach.cut();
    given.onClosed();
  };

  const close = async (method: 'close' | 'move', arg: unknown): Promise<void> => {
    participants.stop();
    try {
      if (!failed) await ask(method, arg);
    } catch (error) {
      // A room whose process is gone is closed.
      if (!failed) throw error;
    } finally {
      release();
    }
  };

  return {
    name,
    get participantCount() {
      return askAtOnce(0, 'participantCount');
    },
    get tracksForwarded() {
      return askAtOnce(0, 'tracksForwarded');
    },
    join: (...args) => ask('join', ...args) as Promise<JoinAnswer>,
    restart: (...args) => ask('restart', ...args) as Promise<RestartAnswer>,
    leave: (...args) => askAtOnce(false, 'leave', ...args),
    addAgent: participants.addAgent,
    addPlayer: participants.addPlayer,
    members: () => askAtOnce<readonly RoomMember[]>([], 'members'),
    describeTo: (sessionId) => askAtOnce<readonly WireParticipant[]>([], 'describeTo', sessionId),
    admit: (sessionId) => askAtOnce(false, 'admit', sessionId),
    eject: (...args) => askAtOnce(false, 'eject', ...args),
    updatePermissions: (...args) => invoke('updatePermissions', ...args),
    switchOff: (...args) => invoke('switchOff', ...args),
    send: (...args) => invoke('send', ...args),
    observeTrack: observers.observeTrack,
    close(message) {
      closing ??= close('close', message);
      return closing;
    },
    move(handedOver) {
      closing ??= close('move', handedOver);
      return closing;
    },
    fail() {
      if (failed) return;
      failed = true;
      reach.cut();
      participants.stop();
      observers.endAll();
      if (closing === null) reach.guard('room-failed', () => options.onFailed?.());
    },
  };
}

function handleRoomNotice(notice: RoomNotice, { options, reach }: RemoteRoomOptions): void {
  if (notice.type === 'joined')
    reach.guard('participant-joined', () => options.onParticipantJoined?.(notice.sessionId));
  else if (notice.type === 'connected')
    reach.guard('participant-connected', () => options.onParticipantConnected?.(notice.sessionId));
  else if (notice.type === 'changed')
    reach.guard('member-changed', () => options.onMemberChanged?.(notice.sessionId));
  else if (notice.type === 'left')
    reach.guard('participant-left', () =>
      options.onParticipantLeft?.(notice.sessionId, notice.reason),
    );
  else if (notice.type === 'request') void answerRequest(notice, options, reach);
}

async function answerRequest(
  { requestId, request }: Extract<RoomNotice, { type: 'request' }>,
  { onRequest }: RoomOptions,
  reach: Reach,
): Promise<void> {
  try {
    const value = await onRequest?.(request);
    reach.post({ type: 'request-result', requestId, value });
  } catch (error) {
    reach.post({ type: 'request-result', requestId, error: sendError(error) });
  }
}
