import { spellOut } from '../../../retrieval/language/number-words.ts';
import { criesForHelp } from '../acts/dialogue-act.ts';
import { numbersIn, readNumberCheck, soundsAlike } from '../acts/number-check.ts';
import {
  asksContactAgain,
  contactsIn,
  givesContact,
  readAddress,
  readDigits,
} from '../acts/read-back.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { type Reply, sayOneOf } from './reply.ts';

/**
 * To a turn that reads back the number or the address that was said, asks for it again, or gives the caller's own,
 * which nobody here writes down; null: it does none of it.
 */
export function answerReadBack(said: string, history: History): Reply | null {
  if (criesForHelp(said)) return null;
  if (givesContact(said)) return sayOneOf(phrases.NOT_WRITTEN_DOWN, history);
  const contacts = history.repliesLately.flatMap(contactsIn);
  const addresses = contacts.filter(isAddress);
  const numbers = contacts.filter((contact) => !isAddress(contact));
  const again = asksContactAgain(said);
  if (again !== null) return sayContact(again === 'number' ? numbers : addresses, history);
  const address = readAddress(said);
  if (address !== null)
    return judge(addresses, (one) => (one.toLowerCase() === address ? 'right' : 'wrong'), history);
  const digits = readDigits(said);
  const judged =
    digits === null ? null : judge(numbers, (number) => compare(digits, number), history);
  return judged ?? answerNumberCheck(said, history);
}

/** To a turn that makes sure of a number that was said, or of one that sounds like it; null: no such number was said. */
function answerNumberCheck(said: string, history: History): Reply | null {
  const check = readNumberCheck(said);
  if (check === null) return null;
  const { numbers, unit } = check;
  const spoken = history.repliesLately
    .toReversed()
    .flatMap(numbersIn)
    .filter(({ text }) => unit === null || text.includes(unit.replace(/s$/, '')));
  const meant =
    spoken.find(({ value }) => numbers.includes(value)) ??
    spoken.find(({ value }) => numbers.some((number) => soundsAlike(number, value)));
  if (meant === undefined) return null;
  const wording = wordingFor(numbers, meant.value);
  const text = wording.replace('{number}', meant.text).replace('{digits}', spellOut(meant.value));
  return sayOfLast(text, history);
}

/** “Thirteen or thirty” is neither right nor wrong. */
function wordingFor(asked: readonly number[], meant: number): string {
  if (!asked.includes(meant)) return phrases.NUMBER_WRONG;
  return asked.every((number) => number === meant) ? phrases.NUMBER_RIGHT : phrases.NUMBER_SAID;
}

/** What is said belongs to the same entries as the last reply. */
function sayOfLast(text: string, { lastSaid }: History): Reply {
  return { text, entries: lastSaid.map(({ entry }) => entry), part: 'talk' };
}

const isAddress = (contact: string): boolean => contact.includes('@');

function sayContact([contact]: readonly string[], history: History): Reply | null {
  if (contact === undefined) return null;
  const wording = isAddress(contact) ? phrases.ADDRESS_AGAIN : phrases.NUMBER_AGAIN;
  return sayOfLast(wording.replace('{contact}', contact), history);
}

type Judged = 'right' | 'begun' | 'wrong';

function compare(digits: string, number: string): Judged {
  const whole = number.replace(/\D/g, '');
  if (whole.endsWith(digits)) return 'right';
  return whole.includes(digits) ? 'begun' : 'wrong';
}

function judge(
  said: readonly string[],
  judgeOne: (contact: string) => Judged,
  history: History,
): Reply | null {
  const [contact] = said;
  if (contact === undefined) return null;
  const judged = said.map(judgeOne);
  if (judged.includes('right'))
    return sayOfLast(sayOneOf(phrases.READ_RIGHT, history).text, history);
  const begun = said[judged.indexOf('begun')];
  const text =
    begun === undefined
      ? phrases.READ_WRONG.replace('{contact}', contact)
      : phrases.READ_SO_FAR.replace('{contact}', begun);
  return sayOfLast(text, history);
}
