import { APP_MESSAGE_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { type RoomCommand, type RoomEvent, roomCommandSchema } from '@kindling/protocol/room';

/** A frame whose every character is escaped is still read; more is not a message of ours. */
const MAX_FRAME_CHARACTERS = APP_MESSAGE_MAX_CHARACTERS * 6 + 1_024;

export type RoomErrorEvent = Extract<RoomEvent, { type: 'room-error' }>;

export function roomErrorEvent(code: string, message: string): RoomErrorEvent {
  return { type: 'room-error', code, message };
}

/** Reads a frame of the data channel; what does not fit gives the answer to send back. */
export function parseCommand(text: string): RoomCommand | RoomErrorEvent {
  if (text.length > MAX_FRAME_CHARACTERS)
    return roomErrorEvent(
      'message_too_large',
      `A message may have at most ${MAX_FRAME_CHARACTERS} characters.`,
    );
  try {
    const parsed = roomCommandSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join('.') || 'type';
    return roomErrorEvent('invalid_message', `${field}: ${issue?.message ?? 'is not valid.'}`);
  } catch {
    // Not JSON, or nested deeper than it can be walked.
    return roomErrorEvent('invalid_message', 'The message is not a JSON object of the protocol.');
  }
}
