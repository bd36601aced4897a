import { ApiError } from './api-error.ts';
import { describeSilence } from './send-request.ts';

/** One server-sent event. */
export interface ServerEvent<Data = unknown> {
  /** @default 'message' */
  readonly event: string;
  /** Parsed where it is JSON, else the text. */
  readonly data: Data;
}

/** How a stream of the OpenAI kind says that it is complete. */
const DONE = '[DONE]';

/** The events of an answer as they come, until its end; the connection is closed on every path. */
export async function* readEvents(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent, void> {
  await refuseOthers(response);
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(response, signal)) {
    const [field, value] = readField(line);
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (line !== '') continue;
    const text = data.join('\n');
    if (text === DONE) return;
    if (data.length > 0) yield { event: event || 'message', data: parse(text) };
    event = '';
    data = [];
  }
}

/** A page of a proxy, say, is no stream, although its status may be fine. */
async function refuseOthers({ headers, status, body }: Response): Promise<void> {
  if (headers.get('content-type')?.startsWith('text/event-stream')) return;
  await body?.cancel().catch(() => {});
  throw new ApiError('The answer is not a stream of events.', { code: 'unreadable', status });
}

/** Lines that have ended, by any of the three line ends, wherever the chunks were cut. */
async function* readLines(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let isReturnLast = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw describeSilence(cause, signal);
      });
      // What has no end yet is cut off, and half an event is none.
      if (done) return;
      const text = isReturnLast && value.startsWith('\n') ? value.slice(1) : value;
      isReturnLast = value.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
