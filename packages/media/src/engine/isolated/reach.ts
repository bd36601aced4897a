import { isRoomError, RoomError } from '../../room-error.ts';
import { type Link, MediaLostError } from './link.ts';
import type { Command } from './messages.ts';

type Asked = Parameters<Link['ask']>[0];

/** How a room that may be gone reaches its process: what is gone answers as an empty room does. */
export interface Reach {
  post(command: Command): void;
  /** Rejects with `room_ended` when the process is gone. */
  ask(command: Asked): Promise<unknown>;
  /** `lost`: the answer when the process is gone. */
  askAtOnce(command: Asked, lost?: unknown): unknown;
  /** Runs what somebody else wrote; its errors are told and go no further. */
  guard(stage: string, run: () => void): void;
  /** The process is gone. */
  cut(): void;
}

export function createReach(
  link: Link,
  onFault: (fault: { readonly stage: string; readonly error: unknown }) => void,
): Reach {
  let isCut = false;
  return {
    post(command) {
      if (!isCut) link.post(command);
    },
    async ask(command) {
      if (isCut) throw roomEnded();
      try {
        return await link.ask(command);
      } catch (error) {
        throw error instanceof MediaLostError ? roomEnded(error) : error;
      }
    },
    askAtOnce(command, lost) {
      if (isCut) return lost;
      try {
        return link.askAtOnce(command);
      } catch (error) {
        if (error instanceof MediaLostError) return lost;
        throw error;
      }
    },
    guard(stage, run) {
      try {
        run();
      } catch (error) {
        onFault({ stage, error });
      }
    },
    cut() {
      isCut = true;
    },
  };
}

/** What is not there is an answer of a room; everything else is a fault. */
export function roomEnded(cause?: Error): RoomError {
  if (cause !== undefined && isRoomError(cause)) return cause;
  return new RoomError('room_ended', 'This room is closed.', { cause });
}
