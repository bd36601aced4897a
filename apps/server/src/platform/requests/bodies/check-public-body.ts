import type { Token } from '../../../modules/tokens/token-store.ts';
import { ApiError } from '../../errors/api-error.ts';

/** What anybody can have stored: metadata, overrides, and whatever else comes with them. */
const PUBLIC_BODY_BYTES = 4_096;
/** An assistant with its prompt, or a person's message. */
const PUBLIC_WORDS_BYTES = 16_384;

/**
 * `words` is the field that holds prompts or messages, and has a limit of its own.
 *
 * @throws `body_too_large` where a public key brings more than a page needs
 */
export function checkPublicBody(
  { kind }: Pick<Token, 'kind'>,
  body: Readonly<Record<string, unknown>>,
  words: 'assistant' | 'input',
): void {
  if (kind !== 'public') return;
  const { [words]: ownWords, ...rest } = body;
  if (sizeOf(ownWords) > PUBLIC_WORDS_BYTES) throw tooLarge(words, PUBLIC_WORDS_BYTES);
  if (sizeOf(rest) <= PUBLIC_BODY_BYTES) return;
  const [largest = words] = Object.keys(rest).sort((a, b) => sizeOf(rest[b]) - sizeOf(rest[a]));
  throw tooLarge(largest, PUBLIC_BODY_BYTES);
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function tooLarge(path: string, bytes: number): ApiError {
  const message = `is too large. With a public key this part of a body may have at most ${bytes} bytes in all.`;
  return new ApiError('body_too_large', `${path}: ${message}`, { fields: [{ path, message }] });
}
