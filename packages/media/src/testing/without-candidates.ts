const CANDIDATES = /^a=(?:candidate|end-of-candidates)\b.*\r?\n/gm;

/**
 * An offer of the native library, without its candidates: the other end learns the address from the first check. Checks
 * that came from there before the answer make the library give the connection up at times, in the moment in which the
 * answer is set.
 */
export function withoutCandidates(sdp: string): string {
  return sdp.replaceAll(CANDIDATES, '');
}
