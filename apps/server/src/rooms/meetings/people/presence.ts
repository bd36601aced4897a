import type { Room } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { FeatureSet } from '../feature-set.ts';
import { type MeetingMemory, RETURN_WINDOW } from '../return/meeting-memory.ts';
import type { Attendance } from './attendance.ts';
import type { Lobby } from './lobby.ts';

export interface PresenceOptions {
  readonly room: Pick<Room, 'members'>;
  readonly clock: Clock;
  readonly attendance: Attendance;
  readonly features: FeatureSet;
  readonly memory: MeetingMemory;
  readonly lobby: Pick<Lobby, 'waiting'>;
  /** The meeting was on another node: those who were in it may come back. */
  readonly isReturning: boolean;
  /** Nobody is here, on the way or expected. */
  readonly onEmpty: () => void;
}

/** What follows when people come to a meeting, change and go. */
export interface Presence {
  handleJoined(sessionId: string): void;
  handleChanged(sessionId: string): void;
  handleLeft(sessionId: string): void;
  endIfEmpty(): void;
  /** Nobody is expected any more. */
  close(): void;
}

export function createPresence(options: PresenceOptions): Presence {
  const { room, attendance, features, memory, lobby } = options;
  let isAwaiting = options.isReturning;
  const cancel = isAwaiting ? options.clock.schedule(RETURN_WINDOW, giveUp) : () => {};

  /** Who asked to be admitted, and has not come back, asks no more. */
  function giveUp(): void {
    isAwaiting = false;
    const here = new Set(room.members().map(({ sessionId }) => sessionId));
    for (const { sessionId } of lobby.waiting)
      if (!here.has(sessionId)) features.handleLeft(sessionId);
    memory.note();
    endIfEmpty();
  }

  function endIfEmpty(): void {
    if (attendance.isEmpty && !isAwaiting) options.onEmpty();
  }

  function handleChanged(sessionId: string): void {
    features.handleMember(sessionId);
    memory.note();
  }

  return {
    handleJoined(sessionId) {
      const known = memory.find(sessionId);
      if (known !== null) attendance.handleReturned(sessionId, known);
      handleChanged(sessionId);
    },
    handleChanged,
    handleLeft(sessionId) {
      attendance.handleLeft(sessionId);
      features.handleLeft(sessionId);
      memory.noteLeft(sessionId);
      endIfEmpty();
    },
    endIfEmpty,
    close: cancel,
  };
}
