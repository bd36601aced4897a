import { normalise } from '../language/words.ts';

/** The type of answer a question asks for, where its first words show it. */
export type AnswerType =
  | 'time'
  | 'length'
  | 'money'
  | 'number'
  | 'person'
  | 'place'
  | 'phone'
  | 'mail'
  | 'address';

const NUMBER_WORD =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\w+)?|hundred|thousand|dozen)';
const AMOUNT = `(?:\\d[\\d.,]*|one|an?|half an?|${NUMBER_WORD})`;
const UNIT = '(?:minutes?|hours?|days?|weeks?|months?|years?|terms?|lessons?)';

/** Certain and possible signs of each type. */
const SIGNS: Readonly<Record<AnswerType, readonly [certain: RegExp, possible: RegExp]>> = {
  time: [
    /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m\b|o['’]clock|\bnoon\b|\bmidnight\b|\b(?:half|quarter) (?:past|to)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?may\b|\bmay \d|\b(?:1[5-9]|20)\d\d\b|\bfrom (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b.*\b(?:to|until|till)\b|\bto (?:six|seven|eight|nine|ten)\b|\b(?:at|until|till|before|by|after|from) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i,
    new RegExp(
      `\\b${AMOUNT} (?:school |working )?${UNIT}\\b|\\b(?:mornings?|afternoons?|evenings?|daily|weekly|always|every|spring|summer|autumn|winter|holidays|as soon as|when|once|after|before|during|until|term|ahead|advance|shut|closed|age)\\b`,
      'i',
    ),
  ],
  length: [
    new RegExp(`\\b${AMOUNT} (?:school |working |whole )?${UNIT}\\b`, 'i'),
    /\buntil\b|\bfrom\b.*\bto\b/i,
  ],
  money: [
    /[£$€¥]\s?\d|\d\s?(?:[£$€¥]|euros?\b|pounds?\b|dollars?\b|cents?\b|pence\b|francs?\b|eur\b|usd\b|gbp\b|chf\b)|\b\w+ (?:euros?|pounds?|dollars?|cents?|pence|francs?)\b|\b(?:free|nothing|gratis)\b|\bwithout charge\b|\bno charge\b/i,
    /\b(?:per cent|percent|%|fees?|costs?|charges?|prices?|tenth|quarter|half|thirds?)\b|%/i,
  ],
  number: [
    new RegExp(`\\d|\\b${NUMBER_WORD}\\b`, 'i'),
    /\b(?:one|an?|half|none|no|several|all|both|each)\b/i,
  ],
  person: [
    /\b(?:Mrs?|Ms|Miss|Dr|Prof|Professor|Sister|Sir|Lord|Lady|Father|Señora?|Senora?|Madame?|Monsieur|Herr|Frau)\.? \p{Lu}|\b\p{Lu}\p{Ll}+ (?:(?:van|von|de|da|di|al|el|la|le|den|der|ten) )*(?:Mc|Mac|O['’])?(?!Street|Road|Lane|Square|Park|House|Academy|School|Club|Term|Day|January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{Ll}+/u,
    /\b(?:head|tutors?|teachers?|nurse|secretary|officer?|registrar|bursar|director|chair|staff|parents?|governors?|trustees?|doctor|caretaker|adviser|everybody|anyone|everyone|company|run by|led by)\b/i,
  ],
  place: [
    /\b(?:in|at|behind|beside|near|opposite|into) (?:the |our |a |its )?(?:\p{Lu}|\w+ (?:floor|room|hall|wing|gym|gymnasium|street|road|building|garden|library|office|church)\b|library|office|church|reception|cupboard|station|hall|studio|shed|gym|gymnasium|attic|cellar|basement|yard|garden|garage|entrance|desk|ground floor|laborator)|\bnext to\b|\bbehind\b|\b(?:room|place|location|address|venue|where):/u,
    /\b(?:floor|room|hall|street|road|lane|square|quay|building|wing|house|park|church|station|at home|online|outside|indoors)\b/i,
  ],
  address: [
    /\baddress: |\b\d+[a-z]? \p{Lu}\w+|\p{Lu}\p{Ll}+ (?:Street|Road|Lane|Square|Avenue|Quay|Way|Place)\b|\p{Lu}\p{Ll}+ \d+\b/u,
    /\b(?:street|road|lane|square|quay)\b/i,
  ],
  phone: [/\+?\d[\d ()-]{6,}\d/, /\b(?:ring|phone|telephone|call)\b/i],
  mail: [/\S@\S+\.\S/, /\b(?:e-?mail|write to)\b/i],
};

/** How well a text can hold an answer of a type: 1, 0.4 when it only may, 0. */
export function holdsType(type: AnswerType, text: string): number {
  const [certain, possible] = SIGNS[type];
  // Names are recognised by their capitals, so the one that opens a sentence does not count.
  if (certain.test(type === 'person' ? withoutTitleCase(text) : text)) return 1;
  return possible.test(text) ? 0.4 : 0;
}

const MAIL = /\be ?mail\b/;
const PHONE = /\b(?:phone|telephone|mobile) (?:number|line)\b|\bnumber of the\b|\bphone number\b/;
const PERSON =
  /^(?:\w+ ){0,2}?(?:who|whom|whose)\b|\bwho (?:is|are|can|do|should|runs|leads|teaches|will)\b/;
const TIME =
  /\bwhen\b|\bwhat (?:time|date|day|month|year)\b|\b(?:which|what) (?:day|days|month|year|time|times|week|date|dates)\b|\bhow (?:soon|early|late)\b|\bopening (?:times|hours)\b/;
const ADDRESS =
  /\bwhat is (?:your|the|its) (?:postal |full )?address\b|\bwhich address\b|\baddress of (?:the|your)\b/;
const PLACE = /\bwhere\b|\bwhich (?:room|place|building|street|floor)\b|\bwhat room\b/;
const MONEY =
  /\bhowmuch (?:is|are|does|do|did|will|would|for|money|a|an|the|should|to|must)\b|\bhowmuch$|\bhow expensive\b|\bwhat (?:do|does|did|would|will|is|are) .*\b(?:cost|costs|charge|charges|price|prices|fee|fees)\b|\b(?:price|cost|fee) of\b|\bwhat (?:price|fee|fees)\b/;
const NUMBER =
  /\bhowmany\b|\bhow (?:big|large|small|high|tall|wide|heavy)\b|\bwhat number\b|\b(?:biggest|largest|maximum|minimum) (?:number|group|size)\b/;
const LENGTH = /\bhowlong\b|\bhow (?:far ahead|far in advance)\b/;

/** What is asked for; null when every kind of sentence can answer. */
export function wantedType(question: string): AnswerType | null {
  const plain = normalise(question);
  if (MAIL.test(plain) && /^(?:what|which|do you)/.test(plain)) return 'mail';
  if (PHONE.test(plain)) return 'phone';
  if (ADDRESS.test(plain)) return 'address';
  if (MONEY.test(plain)) return 'money';
  if (LENGTH.test(plain)) return 'length';
  if (NUMBER.test(plain)) return 'number';
  if (/\bhowmuch\b/.test(plain)) return 'number';
  const asks = plain.replace(
    /^(?:hi|hello|hey|okay|so|and|but|well|please|can you tell me|do you know) /,
    '',
  );
  if (PERSON.test(asks)) return 'person';
  // "What do I do when it snows?" asks for no time.
  if (/^when\b/.test(asks) || (TIME.test(asks) && !/\w when\b/.test(asks))) return 'time';
  return PLACE.test(asks) ? 'place' : null;
}

/** Without the capitals that stand at the beginning of a sentence. */
function withoutTitleCase(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll}*\s+\p{Ll})/u, (first) => first.toLowerCase());
}
