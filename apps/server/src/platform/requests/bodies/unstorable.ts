import type { FieldError } from '@kindling/protocol';

const MAX_DEPTH = 40;

/**
 * Finds what JSON allows and the database cannot keep: NUL characters, half a surrogate
 * pair, or nesting deeper than any form of ours.
 */
export function findUnstorable(value: unknown, path: readonly string[] = []): FieldError | null {
  if (typeof value === 'string') return checkText(value, path);
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= MAX_DEPTH) {
    return {
      path: path.slice(0, 5).join('.'),
      message: `is nested deeper than ${MAX_DEPTH} levels.`,
    };
  }
  for (const [key, item] of Object.entries(value)) {
    const found = checkText(key, path) ?? findUnstorable(item, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function checkText(text: string, path: readonly string[]): FieldError | null {
  if (!text.includes('\0') && text.isWellFormed()) return null;
  return { path: path.join('.'), message: 'holds a character that is not text.' };
}
