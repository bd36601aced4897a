import { RE2JS } from 're2js';
import { regexSize } from '../variables/regex-size.ts';

const LITERAL = /^\/(.+)\/([a-z]*)$/s;
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // All matches are looked at where they are asked for, and every text is read as Unicode.
  g: 0,
  u: 0,
};

/** Steps of one regex: a small one repeated often stands for many. */
const MAX_SIZE = 1_000;
/** Of a search, each character of the text times each of the regex: what takes some 50 ms. */
const MAX_STEPS = 4_000_000;

/** How much of a text a regex is held against. */
export const searchedLength = (written: string): number =>
  Math.floor(MAX_STEPS / Math.max(1, regexSize(written)));

/**
 * A regex as an organisation writes it, alone or as `/…/gi`. Its engine takes as long as text and regex are, whatever
 * is written; it knows no look-around and no back-references.
 *
 * @throws an Error that says why it is none
 */
export function readRegex(written: string): RE2JS {
  // Before it is compiled, which takes its time for a large one.
  if (regexSize(written) > MAX_SIZE)
    throw new Error('it is too large: write repeats as * or +, or fewer of them');
  const [, pattern = written, flags = ''] = LITERAL.exec(written) ?? [];
  const unknown = [...flags].find((flag) => !(flag in FLAGS));
  if (unknown !== undefined) throw new Error(`there is no flag ${unknown}`);
  return RE2JS.compile(
    pattern,
    [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0),
  );
}
