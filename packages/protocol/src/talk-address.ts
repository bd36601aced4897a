/** The page where an assistant answers anyone who has its address. */
export const talkPaths = {
  page: '/talk',
  terms: '/talk/terms',
} as const;

/** Whom the page calls, and with which key. */
export interface TalkAddress {
  readonly assistantId: string;
  /** A public key, which anyone with the address has, too. */
  readonly key: string;
}

/** The address to share. What opens the page is after the `#`, so that no server and no log receives it. */
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
