import type { Readable } from 'node:stream';
import { OutgoingError } from './outgoing-error.ts';

/** The whole body as text; what is longer than `mostBytes` is refused and not read further. */
export async function readBody(
  body: Readable,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > mostBytes) {
        throw new OutgoingError('too_large', `its answer has more than ${mostBytes} bytes`);
      }
      parts.push(part);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError('broken_off', 'its answer broke off', { cause: error });
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts).toString('utf8');
}
