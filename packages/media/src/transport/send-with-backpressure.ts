import type { Peer } from './create-peer.ts';

/** A reader this far behind does not read. */
const MAX_BUFFERED_BYTES = 4_194_304;

/** False keeps the text: the reader is behind, or gone without our having been told yet. */
export function sendWithBackpressure(
  peer: Peer,
  text: string,
  onFault: (stage: string, error: unknown) => void,
): boolean {
  const limit = peer.maxMessageBytes;
  if (limit > 0 && Buffer.byteLength(text) > limit) {
    onFault('send', new Error('A message is larger than the other side takes.'));
    return true;
  }
  return peer.bufferedAmount <= MAX_BUFFERED_BYTES && peer.sendText(text);
}
