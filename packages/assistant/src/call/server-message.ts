import type { ServerMessage } from '@kindling/protocol/messages';

/** One JSON app message of the server; null for what is not a message. */
export function parseServerMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    return isMessage(message) ? message : null;
  } catch {
    return null;
  }
}

/** The server's own tests hold it to its schemas; this only checks for a typed message. */
function isMessage(value: unknown): value is ServerMessage {
  return typeof (value as ServerMessage | null)?.type === 'string';
}
