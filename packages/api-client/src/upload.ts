import { ApiError } from './api-error.ts';
import { readErrorAnswer } from './error-answer.ts';
import { type Connection, describeSilence } from './send-request.ts';
import type { RequestOptions } from './transport.ts';

export interface UploadProgress {
  readonly sentBytes: number;
  /** Size of the whole form. */
  readonly totalBytes: number;
}

export interface UploadOptions extends Pick<RequestOptions, 'signal' | 'idempotencyKey'> {
  readonly onProgress: (progress: UploadProgress) => void;
}

/**
 * Sends a form and reports progress. Never retried.
 *
 * @throws an `ApiError`
 */
export async function upload(
  { token, baseUrl }: Connection,
  path: string,
  form: FormData,
  options: UploadOptions,
): Promise<Response> {
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
  };
  // In a page only XMLHttpRequest reports upload progress; a server's fetch streams what it sends.
  const send = typeof XMLHttpRequest === 'function' ? sendFromPage : sendFromServer;
  const response = await send(url, { headers, form, options });
  if (!response.ok) throw await readErrorAnswer(response);
  return response;
}

interface Sending {
  readonly headers: Record<string, string>;
  readonly form: FormData;
  readonly options: UploadOptions;
}

function sendFromPage(url: string, { headers, form, options }: Sending): Promise<Response> {
  const { signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = () => signal?.removeEventListener('abort', abort);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () => {
      settle();
      const answered = { status: request.status, headers: readHeaders(request) };
      resolve(new Response(request.responseText || null, answered));
    };
    request.onerror = () => {
      settle();
      reject(describeSilence(null));
    };
    request.onabort = () => {
      settle();
      reject(new ApiError('The request was aborted.', { code: 'aborted' }));
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.send(form);
    if (signal?.aborted) request.abort();
  });
}

function readHeaders(request: XMLHttpRequest): [string, string][] {
  return request
    .getAllResponseHeaders()
    .trim()
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
}

async function sendFromServer(url: string, { headers, form, options }: Sending): Promise<Response> {
  const { signal, onProgress } = options;
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': String(bytes.length) },
    body: inChunks(bytes, (sentBytes) => onProgress({ sentBytes, totalBytes: bytes.length })),
    duplex: 'half',
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    return await fetch(url, request as RequestInit);
  } catch (cause) {
    throw describeSilence(cause, signal);
  }
}

const PIECE_BYTES = 64 * 1_024;

function inChunks(bytes: Uint8Array, onSent: (count: number) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent > 0) onSent(Math.min(sent, bytes.length));
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + PIECE_BYTES));
      sent += PIECE_BYTES;
    },
  });
}
