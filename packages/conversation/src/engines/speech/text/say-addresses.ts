const EMAIL = /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const LINK = /\bhttps?:\/\/(?:www\.)?([^\s<>()]+)|\bwww\.([^\s<>()]+)/gi;
const DOMAIN =
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|io|ai|app|dev|school|co|uk|us)\b(?:\/[^\s<>()]*)?/gi;

const MARKS: Readonly<Record<string, string>> = {
  '.': ' dot ',
  '/': ' slash ',
  '-': ' dash ',
  _: ' underscore ',
  '@': ' at ',
  '+': ' plus ',
  ':': ' colon ',
};

/** E-mail addresses and links as they are read out: "hello at example dot org". */
export function sayAddresses(text: string): string {
  return text
    .replace(EMAIL, readOut)
    .replace(LINK, (_, link?: string, host?: string) => readOut(link ?? host ?? ''))
    .replace(DOMAIN, readOut);
}

function readOut(address: string): string {
  // Query strings are for machines; a full stop after an address ends the sentence.
  const [, body = '', end = ''] = /^(.*?)([.,;:!?]*)$/.exec(address) ?? [];
  const said = body
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/[./_@+:-]/g, (mark) => MARKS[mark] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return said + end;
}
