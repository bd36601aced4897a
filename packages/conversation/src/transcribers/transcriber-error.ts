import type { SocketEnd } from './open-socket.ts';

export type TranscriberErrorCode =
  | 'transcriber_unauthorized'
  | 'transcriber_quota'
  | 'transcriber_rate_limited'
  | 'transcriber_bad_request'
  | 'transcriber_unavailable'
  | 'transcriber_bad_answer';

/** Errors that last until a setting is changed or a bill is paid. */
const LASTING: ReadonlySet<TranscriberErrorCode> = new Set([
  'transcriber_unauthorized',
  'transcriber_quota',
  'transcriber_bad_request',
]);

/** A recogniser elsewhere did not hear; the message says what to do. Never holds a key. */
export class TranscriberError extends Error {
  override readonly name = 'TranscriberError';
  readonly code: TranscriberErrorCode;
  /** Whether asking again in the same call may help. */
  readonly retryable: boolean;

  constructor(code: TranscriberErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = !LASTING.has(code);
  }
}

export function isTranscriberError(error: unknown): error is TranscriberError {
  return error instanceof Error && error.name === 'TranscriberError' && 'retryable' in error;
}

/** Who was asked with what. */
export interface AskedTranscriber {
  readonly provider: string;
  /** What is refused where the provider says “unauthorised”: `your credential 0d2f…`. */
  readonly access: string;
}

/** Names of errors as providers write them into the reason of a close: `NET-0001`. Sentences may quote what was sent. */
const ERROR_NAME = /^[A-Z]{3,10}-\d{3,5}/;

const CODES: Readonly<Record<number, TranscriberErrorCode>> = {
  401: 'transcriber_unauthorized',
  402: 'transcriber_quota',
  403: 'transcriber_unauthorized',
  408: 'transcriber_unavailable',
  429: 'transcriber_rate_limited',
};

/** As OpenAI names it where it answers 429. */
const NOTHING_LEFT = /insufficient_quota|billing_(?:hard|not)/;

/** The error of an answer with this status, with what its owner can do about it. */
export function refusedWith(asked: AskedTranscriber, status: number, text = ''): TranscriberError {
  const otherwise = status >= 500 ? 'transcriber_unavailable' : 'transcriber_bad_request';
  const isEmpty = status === 429 && NOTHING_LEFT.test(text);
  const code = isEmpty ? 'transcriber_quota' : (CODES[status] ?? otherwise);
  return failed(asked, code, `${status}`);
}

/** As providers name it in errors that have no code of their own. */
const TELLING: readonly (readonly [RegExp, TranscriberErrorCode])[] = [
  // Before the next: “Unauthorized connection: too many concurrent sessions”.
  [/too many|concurren|rate limit/i, 'transcriber_rate_limited'],
  [/insufficient|balance|credit\b|credits|billing|payment|quota|paid/i, 'transcriber_quota'],
  [/author|api[ -]?key|credential|forbidden/i, 'transcriber_unauthorized'],
];

/** What the words of an error are about; null: they do not tell. */
export function codeOfWords(words: string): TranscriberErrorCode | null {
  return TELLING.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** Policy: it will be the same next time. */
const POLICY_VIOLATION = 1_008;

/** The error of a stream that is over. */
export function endedWith(asked: AskedTranscriber, end: SocketEnd): TranscriberError {
  const { status, code, reason, cause } = end;
  if (status !== null) return refusedWith(asked, status);
  if (code === null) return unreachable(asked.provider, cause);
  const [name] = ERROR_NAME.exec(reason) ?? [];
  const otherwise =
    code === POLICY_VIOLATION ? 'transcriber_bad_request' : 'transcriber_unavailable';
  return failed(asked, codeOfWords(reason) ?? otherwise, name ?? `closed with ${code}`);
}

/** Nobody answers, or nobody may be asked: an address that is not allowed will not be later. */
export function unreachable(provider: string, cause: unknown): TranscriberError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  const isLasting = cause instanceof Error && 'retryable' in cause && cause.retryable === false;
  return new TranscriberError(
    isLasting ? 'transcriber_bad_request' : 'transcriber_unavailable',
    `${provider} cannot be reached${why}.`,
    { cause },
  );
}

export function failed(
  { provider, access }: AskedTranscriber,
  code: TranscriberErrorCode,
  detail: string,
): TranscriberError {
  return new TranscriberError(code, `${adviceOn(code, provider, access)} (${detail})`);
}

function adviceOn(code: TranscriberErrorCode, provider: string, access: string): string {
  switch (code) {
    case 'transcriber_unauthorized':
      return `${provider} refused ${access}: check it.`;
    case 'transcriber_quota':
      return `The account of ${provider} behind ${access} has nothing left: raise its quota or pay its bill.`;
    case 'transcriber_rate_limited':
      return `${provider} hears too many calls at once with ${access}: raise its limits.`;
    case 'transcriber_bad_request':
      return `${provider} refused the request: check model, language and the other fields of the transcriber.`;
    case 'transcriber_bad_answer':
      return `${provider} answered what cannot be read: check that its address is the right one.`;
    default:
      return `${provider} broke off.`;
  }
}
