/** What went wrong and what to do about it, for the person at the keyboard; no stack is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
