/** Looked at where there is no mark. */
const SAMPLE = 4_096;
/** Of every second byte: in most scripts' UTF-16 it is the same few. */
const MANY = 0.4;
const FEW = 0.02;

/** A text file as text: UTF-8, UTF-16, or else as older Windows programs write. */
export function decodeText(content: Uint8Array): string {
  const wide = wideEncoding(content);
  if (wide !== null) return new TextDecoder(wide).decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** UTF-16 by its mark, or by the zeros that Latin letters, digits and spaces have in it; null for anything else. */
export function wideEncoding(content: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (content.length % 2 !== 0) return null;
  const zeros = [0, 0];
  const end = Math.min(content.length, SAMPLE);
  for (let at = 0; at < end; at += 1) {
    if (content[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros.map((count) => (2 * count) / end);
  if (odd >= MANY && even <= FEW) return 'utf-16le';
  return even >= MANY && odd <= FEW ? 'utf-16be' : null;
}
