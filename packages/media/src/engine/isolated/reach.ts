import { isRoomError, RoomError } from '../../room-error.ts';
import { type Call, type Link, MediaLostError } from './link.ts';
import type { Command } from './messages.ts';

/** How a room reaches its media process. When the process is gone, it behaves like an empty room. */
export interface Reach {
  post(command: Command): void;
  /** @throws `room_ended` when the process is gone */
  ask(command: Call): Promise<unknown>;
  /** `lost`: the result when the process is gone. */
  askAtOnce(command: Call, lost?: unknown): unknown;
  /** Runs a callback of the room's owner; its errors are reported and go no further. */
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

export function roomEnded(cause?: Error): RoomError {
  if (cause !== undefined && isRoomError(cause)) return cause;
  return new RoomError('room_ended', 'This room is closed.', { cause });
}
