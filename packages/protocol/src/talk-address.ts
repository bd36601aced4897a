/** Of the page where an assistant answers whoever has its address. */
export const talkPaths = {
  page: '/talk',
  terms: '/talk/terms',
} as const;

/** Whom the page calls, and with which key. */
export interface TalkAddress {
  readonly assistantId: string;
  /** A public key: whoever has the address has it, too. */
  readonly key: string;
}

/** The address to pass on. What opens the page stands after the `#`: no server and no log is told of it. */
export function talkUrl(origin: string, { assistantId, key }: TalkAddress): string {
  const fragment = new URLSearchParams({ assistant: assistantId, key });
  return `${origin}${talkPaths.page}#${fragment}`;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const PUBLIC_KEY = /^kd_pub_[\w-]{43}$/;

/** What stands after the `#`; null when it is not whole, or holds a key that must not be shared. */
export function readTalkAddress(fragment: string): TalkAddress | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const assistantId = fields.get('assistant')?.trim() ?? '';
  const key = fields.get('key')?.trim() ?? '';
  return ID.test(assistantId) && PUBLIC_KEY.test(key) ? { assistantId, key } : null;
}
