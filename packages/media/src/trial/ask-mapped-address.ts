import {
  BINDING_REQUEST,
  BINDING_SUCCESS,
  composeStun,
  newCookie,
  XOR_MAPPED_ADDRESS,
} from '../transport/stun/stun-message.ts';
import { StunError } from './stun-error.ts';
import { openStunLink, type StunLinkOptions } from './stun-link.ts';
import { readXorAddress, type SocketAddress } from './xor-address.ts';

/**
 * Asks a STUN server, or a TURN server, where this machine's packets come from.
 *
 * @returns from where they are sent, and from where they seem to come
 * @throws a `StunError`
 */
export async function askMappedAddress(
  options: StunLinkOptions,
): Promise<{ readonly local: SocketAddress; readonly mapped: SocketAddress }> {
  const link = await openStunLink(options);
  try {
    const request = composeStun(
      { type: BINDING_REQUEST, cookie: newCookie(), attributes: [] },
      null,
    );
    const answer = await link.exchange(request);
    const value = new Map(answer.attributes).get(XOR_MAPPED_ADDRESS);
    const mapped = value === undefined ? null : readXorAddress(value, answer.cookie);
    if (answer.type !== BINDING_SUCCESS || mapped === null)
      throw new StunError('stun_bad_answer', 'The server did not say where packets come from.');
    return { local: link.local, mapped };
  } finally {
    link.close();
  }
}
