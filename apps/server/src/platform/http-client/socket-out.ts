import { isIP } from 'node:net';
import type { OpenSocket, SocketEnd } from '@kindling/conversation';
import { WebSocket } from 'ws';
import { closedAddress, guardedLookup } from './guarded-lookup.ts';
import { ownHeaders, readUrl } from './outgoing-parts.ts';

/** From the first packet to the answer, ms. */
const HANDSHAKE_TIMEOUT = 5_000;
/** How long the other side may take to say goodbye, ms. */
const CLOSE_TIMEOUT = 2_000;
/** The words of a minute, each with its times, many times over. */
const MAX_MESSAGE_BYTES = 256 * 1_024;
/** Who does not read for so long is gone: 30 s of sound, bytes. */
const MAX_UNREAD_BYTES = 1_024 * 1_024;

const NEVER_OPEN: SocketEnd = { status: null, code: null, reason: '' };

/**
 * Websockets to addresses that users name, under the rules of requests: to the open internet alone unless the operator
 * allows more, never redirected.
 */
export function createSocketOpener(isAllowedAddress: (address: string) => boolean): OpenSocket {
  return ({ url, headers, onOpen, onText, onEnd }) => {
    let over = false;
    let socket: WebSocket | null = null;
    function end(how: SocketEnd) {
      if (over) return;
      over = true;
      socket?.terminate();
      onEnd(how);
    }
    try {
      const address = readSocketUrl(url);
      if (isIP(address.host) !== 0 && !isAllowedAddress(address.host)) throw closedAddress();
      socket = new WebSocket(address.url, {
        headers: ownHeaders(headers),
        handshakeTimeout: HANDSHAKE_TIMEOUT,
        maxPayload: MAX_MESSAGE_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
        // The address that was checked is the address that is asked.
        ...{ lookup: guardedLookup(isAllowedAddress), closeTimeout: CLOSE_TIMEOUT },
      });
    } catch (cause) {
      // Not before the caller has the socket.
      queueMicrotask(() => end({ ...NEVER_OPEN, cause }));
      return { send() {}, close: () => (over = true) };
    }
    const opened = socket;
    opened.on('open', () => over || onOpen());
    opened.on('message', (data, isBinary) => {
      if (!over && !isBinary) onText(String(data));
    });
    opened.on('unexpected-response', (_request, { statusCode = 0 }) =>
      end({ ...NEVER_OPEN, status: statusCode }),
    );
    opened.on('error', (cause) => end({ ...NEVER_OPEN, cause }));
    opened.on('close', (code, reason) => end({ status: null, code, reason: String(reason) }));
    return {
      send(data) {
        if (over || opened.readyState !== WebSocket.OPEN) return;
        if (opened.bufferedAmount <= MAX_UNREAD_BYTES) return opened.send(data);
        end({ ...NEVER_OPEN, cause: new Error('its server does not read') });
      },
      close() {
        over = true;
        opened.close();
      },
    };
  };
}

function readSocketUrl(text: string): { readonly url: URL; readonly host: string } {
  const url = readUrl(text.replace(/^ws(s?):/i, 'http$1:'));
  return { url, host: url.hostname.replace(/^\[|\]$/g, '') };
}
