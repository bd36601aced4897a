import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS } from '@kindling/protocol';
import { ApiError, errorBody } from '../../errors/api-error.ts';

/**
 * Answers what could not be read as a request, and never came to the app, in the shape of all other
 * refusals; to be given to a server as its handler of `clientError`.
 */
export function rejectUnread(error: Error & { readonly code?: string }, socket: Duplex): void {
  // Who went away, or is in the middle of an answer, gets none.
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = writeRefusal(toRefusal(error.code));
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body];
  socket.end(lines.join('\r\n'));
}

/** The same for a request whose address or host is none. */
export function answerUnread(error: unknown): Response {
  const { status, headers, body } = writeRefusal(
    error instanceof Error && error.name === 'RequestError'
      ? new ApiError('bad_request', 'The address or the Host header of the request is not one.')
      : new ApiError('internal', 'Something went wrong on the server. Try again.'),
  );
  return new Response(body, { status, headers });
}

function toRefusal(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      'headers_too_large',
      'The address and the headers may have 16 kB together. Send less, or send it in the body.',
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('request_timeout', 'The request was not complete in time. Send it again.');
  return new ApiError('bad_request', 'This is not a request of HTTP/1.1.');
}

function writeRefusal(error: ApiError) {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  return {
    body,
    status: ERROR_STATUS[error.code],
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      Connection: 'close',
    },
  };
}

/** Whether bytes of an answer left on this connection already; Node keeps the answer beside its socket. */
function hasAnswered(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as Duplex & {
    readonly _httpMessage?: { readonly headersSent?: boolean } | null;
  };
  return message?.headersSent === true;
}
