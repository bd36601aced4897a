import type { NoticeAcceptance } from '@kindling/protocol';
import { NOTICE_LANGUAGE } from './notice-strings.ts';

const KEY = 'kindling.call-notice';

/** The acceptance to store with the call when the button under these lines is pressed, now. */
export function acceptNotice(lines: readonly string[]): NoticeAcceptance {
  return {
    acceptedAt: new Date().toISOString(),
    version: noticeVersion(lines),
    language: NOTICE_LANGUAGE,
  };
}

/** Remembers the acceptance for later calls in this tab. */
export function rememberAcceptance(acceptance: NoticeAcceptance): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(acceptance));
  } catch {
    // Storage may be forbidden: then the notice is shown every time.
  }
}

/**
 * The acceptance of exactly these lines in this tab; null: none, or the notice was different then. If
 * the lines are not known (null), any acceptance.
 */
export function rememberedAcceptance(lines: readonly string[] | null): NoticeAcceptance | null {
  try {
    const remembered: NoticeAcceptance = JSON.parse(sessionStorage.getItem(KEY) ?? '');
    const isSame =
      lines === null ? 'version' in remembered : remembered.version === noticeVersion(lines);
    return isSame ? remembered : null;
  } catch {
    return null;
  }
}

const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * A version of the text: its 64-bit FNV-1a hash. By hand, because `crypto.subtle` is only
 * available on secure pages.
 */
export function noticeVersion(lines: readonly string[]): string {
  const bytes = [...new TextEncoder().encode(lines.join('\n'))];
  const hash = bytes.reduce(
    (so, byte) => BigInt.asUintN(64, (so ^ BigInt(byte)) * PRIME),
    OFFSET_BASIS,
  );
  return hash.toString(16).padStart(16, '0');
}
