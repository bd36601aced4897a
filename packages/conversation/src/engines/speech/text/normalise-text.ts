import { sayAddresses } from './say-addresses.ts';
import { sayQuantities } from './say-quantities.ts';

/** Written one way, said another. */
const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bK\s?[-–]\s?(?=\d)/g, 'K '],
  [/\be-?mail/gi, 'email'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s*$|\s+[A-Z])/g, 'and so on.'],
  [/\betc\.?/gi, 'and so on'],
  [/\bvs\.?(?=\s)/gi, 'versus'],
  [/\bapprox\.(?=\s)/gi, 'about'],
  [/\bMr\.(?=\s)/g, 'Mister'],
  [/\bMrs\.(?=\s)/g, 'Missus'],
  [/\bMs\.(?=\s)/g, 'Miz'],
  [/\bDr\.(?=\s)/g, 'Doctor'],
  [/\bw\/(?=\s)/gi, 'with'],
  [/\band\/or\b/gi, 'and or'],
  [/(?<=\d)\s?°\s?C\b/g, ' degrees Celsius'],
  [/(?<=\d)\s?°\s?F\b/g, ' degrees Fahrenheit'],
  [/(?<=\d)\s?°/g, ' degrees'],
];
/** Capitals that are read as a word; others are spelled. */
const SAID_AS_WORDS = new Set(
  'STEM STEAM FERPA COPPA NASA NATO UNESCO UNICEF SCORM FAQ ADHD PIN SIM RAM SAT NAEP AND OR NOT THE YES NO YOU WE IT IS TO OF IN ON AT BE DO GO IF SO US MY ME HE UP BY AS AN ALL NEW NOW FREE ONE TWO HELLO STOP OK'.split(
    ' ',
  ),
);
/** How a letter is written so that a synthesiser names it. */
const LETTERS: Readonly<Record<string, string>> = { A: 'ay' };

/**
 * Text as it is said: numbers, money, times, addresses and abbreviations in words, marks of layout gone,
 * plain ASCII. Empty when nothing in it can be said.
 */
export function normaliseText(text: string): string {
  let said = stripMarkup(text);
  // Shouting is not spelling.
  if (/[A-Z] /.test(said) && !/[a-z]/.test(said)) said = said.toLowerCase();
  said = sayAddresses(said);
  said = said.replace(/\b(?:[A-Z]\.){2,}/g, (dotted) => nameLetters(dotted.replaceAll('.', '')));
  for (const [written, spoken] of WORDS) said = said.replace(written, spoken);
  said = sayQuantities(said);
  said = spellCapitals(said);
  said = saySymbols(said);
  return /[A-Za-z]/.test(said) ? said : '';
}

function stripMarkup(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:[-*•]|#{1,6}|\d+[.)])[ \t]+/gm, '')
    .replace(/(\*\*|__|`+)/g, '')
    .replace(/[*_~](?=\S)|#(?=[^\s\d])|(?<=\S)[*_~](?=\s|$)/g, '')
    .replace(/#(?=\d)/g, 'number ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”«»"]/g, '')
    .replace(/\s*\n+\s*/g, (_, offset: number, all: string) =>
      /[.!?:;,]\s*$/.test(all.slice(0, offset)) ? ' ' : '. ',
    )
    .trim();
}

function spellCapitals(text: string): string {
  return text.replace(/\b([A-Z]{2,5})(s|'s)?\b/g, (_, word: string, ending = '') => {
    if (SAID_AS_WORDS.has(word)) return word.toLowerCase() + ending;
    return nameLetters(word) + (ending === '' ? '' : `'s`);
  });
}

function nameLetters(word: string): string {
  return Array.from(word, (letter) => LETTERS[letter] ?? letter).join(' ');
}

function saySymbols(text: string): string {
  return text
    .replace(/\s*&\s*/g, ' and ')
    .replace(/(?<=\w)\s*\+\s*(?=\w)/g, ' plus ')
    .replace(/(?<=\w)\++/g, ' plus')
    .replace(/\s*=\s*/g, ' equals ')
    .replace(/(?<=\w)\s*\/\s*(?=\w)/g, ' or ')
    .replace(/\s*[—–]\s*|\s+-+\s+/g, ', ')
    .replace(/…|\.{2,}/g, '.')
    .replace(/\s*[([{]\s*/g, ', ')
    .replace(/\s*[)\]}](?=\s*[.,;:!?])/g, '')
    .replace(/\s*[)\]}]\s*/g, ', ')
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/[<>|\\/^@#$%*_~`"]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+(?=[.,;:!?])/g, '')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/[,;:](?=[.!?])/g, '')
    .replace(/^[\s.,;:!?-]+/, '')
    .trim();
}
