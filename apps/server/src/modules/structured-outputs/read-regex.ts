import { RE2JS } from 're2js';

const LITERAL = /^\/(.+)\/([a-z]*)$/s;
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // All matches are looked at where they are asked for, and every text is read as Unicode.
  g: 0,
  u: 0,
};

/**
 * A regex as an organisation writes it, alone or as `/…/gi`. Its engine takes as long as the text is, whatever is
 * written; it knows no look-around and no back-references.
 *
 * @throws an Error that says why it is none
 */
export function readRegex(written: string): RE2JS {
  const [, pattern = written, flags = ''] = LITERAL.exec(written) ?? [];
  const unknown = [...flags].find((flag) => !(flag in FLAGS));
  if (unknown !== undefined) throw new Error(`there is no flag ${unknown}`);
  return RE2JS.compile(
    pattern,
    [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0),
  );
}
