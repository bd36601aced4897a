import type { NoticeAcceptance } from '@kindling/protocol';
import { NOTICE_LANGUAGE } from './notice-strings.ts';

const KEY = 'kindling.call-notice';

/** What is recorded with the call when the button under these lines is pressed, which is now. */
export function acceptNotice(lines: readonly string[]): NoticeAcceptance {
  return {
    acceptedAt: new Date().toISOString(),
    version: noticeVersion(lines),
    language: NOTICE_LANGUAGE,
  };
}

/** For later calls in this tab: they are agreed to by the same press. */
export function rememberAcceptance(acceptance: NoticeAcceptance): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(acceptance));
  } catch {
    // Storage may be forbidden: then the notice is shown every time.
  }
}

/**
 * When these very lines were accepted in this tab; null: never, or the notice said something else then. Where
 * it is not known what the notice would say (null), any.
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
 * The same for the same text, another for any other: its FNV-1a hash of 64 bits. By hand, for the hashes that
 * browsers bring are there on secure pages only.
 */
export function noticeVersion(lines: readonly string[]): string {
  const bytes = [...new TextEncoder().encode(lines.join('\n'))];
  const hash = bytes.reduce(
    (so, byte) => BigInt.asUintN(64, (so ^ BigInt(byte)) * PRIME),
    OFFSET_BASIS,
  );
  return hash.toString(16).padStart(16, '0');
}
