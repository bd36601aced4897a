/** Lines of base64 as mail programs write them, at least two words long. */
const BASE64_BLOCK = /(?:^[A-Za-z0-9+/]{16,76}={0,2}\r?\n?)+/gm;
/** Calendars fold their lines, in the middle of a word too. */
const FOLDED = /\r?\n[ \t]/g;

/**
 * Everything a mail says, to be searched and not to be shown: its lines as they stand, those of
 * quoted-printable joined and decoded, and those of base64 decoded.
 */
export function readMailText(mail: Buffer): string {
  const raw = mail.toString('latin1');
  const quoted = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const blocks = (raw.match(BASE64_BLOCK) ?? []).map((block) =>
    Buffer.from(block, 'base64').toString('utf8'),
  );
  const decoded = Buffer.from(quoted, 'latin1').toString('utf8');
  return [decoded, ...blocks].map((text) => `${text}\n${text.replaceAll(FOLDED, '')}`).join('\n');
}
