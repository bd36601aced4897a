import {
  APP_MESSAGE_MAX_CHARACTERS,
  SESSION_DATA_MAX_CHARACTERS,
} from '@kindling/protocol/constants';
import {
  type RoomCommand,
  type RoomEvent,
  readSequence,
  roomCommandSchema,
} from '@kindling/protocol/room';
import { fromVersion1 } from './version-1.ts';

/** Room for the largest message with every character escaped. */
const MAX_FRAME_CHARACTERS =
  Math.max(APP_MESSAGE_MAX_CHARACTERS * 6, SESSION_DATA_MAX_CHARACTERS * 2) + 1_024;

export type RoomErrorEvent = Extract<RoomEvent, { type: 'room-error' }>;

export function roomErrorEvent(code: string, message: string): RoomErrorEvent {
  return { type: 'room-error', code, message };
}

export interface ReadCommand {
  readonly command: RoomCommand | RoomErrorEvent;
  /** Null when the frame has none, or is invalid. */
  readonly sequence: number | null;
}

/** Parses a frame of the data channel; an invalid one gives the error to send back. */
export function parseCommand(text: string): ReadCommand {
  const refuse = (code: string, message: string, sequence: number | null = null) => ({
    command: roomErrorEvent(code, message),
    sequence,
  });
  if (text.length > MAX_FRAME_CHARACTERS)
    return refuse(
      'message_too_large',
      `A message may have at most ${MAX_FRAME_CHARACTERS} characters.`,
    );
  try {
    const frame: unknown = JSON.parse(text);
    const sequence = readSequence(frame);
    const parsed = roomCommandSchema.safeParse(fromVersion1(frame));
    if (parsed.success) return { command: parsed.data, sequence };
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join('.') || 'type';
    return refuse('invalid_message', `${field}: ${issue?.message ?? 'is not valid.'}`, sequence);
  } catch {
    // Not JSON, or nested too deeply.
    return refuse('invalid_message', 'The message is not a JSON object of the protocol.');
  }
}
