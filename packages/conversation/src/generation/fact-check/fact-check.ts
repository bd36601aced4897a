import { toSentences } from '../../retrieval/language/sentences.ts';
import { hasSubject, toWords } from '../../retrieval/language/words.ts';
import type { ModelMessage } from '../model.ts';
import { readAddresses } from './addresses.ts';
import { type Claim, isNegative, readClaims, withoutClaims } from './claims.ts';
import { claimsToBePerson } from './identity.ts';
import { isVocative, nameKey, nameKeys, readNames, readOwnNames } from './names.ts';
import { type Quantity, readQuantities } from './quantities.ts';
import { createSubjectCheck } from './subjects.ts';

/** What a sentence names that nothing it may rest on does. */
export type Unsupported = 'number' | 'name' | 'law' | 'promise' | 'subject';

/** Tells what in a sentence is made up; null where there is nothing of the kind. */
export type FactCheck = (sentence: string) => Unsupported | null;

/** Says that something is not known or cannot be promised; with that, what the caller named may be named. */
const HEDGED =
  /\b(?:(?:do|does|did|can|could|will|would|am|is|are)(?: not|n['’]t)|cannot|can['’]t|not) (?:\w+ ){0,2}?(?:know|say|sure|tell|promise|guarantee|confirm|certain|aware|speak to|find)\b|\b(?:no|not have|n['’]t have)(?: \w+)? (?:information|facts?|details?|answers?)\b|\brather not guess\b/i;
/** Says yes or no to what the caller asked, and so says that again. */
const AFFIRMS =
  /^(?:yes|yeah|yep|sure|absolutely|correct|exactly|right|of course|definitely|certainly|indeed|true|(?:it (?:is|does|will|can)|they (?:are|do|will)|we (?:are|do|will))(?! not\b|n['’]t)|that(?: is|['’]s) (?:right|correct|true))\b/i;
const DENIES = /^(?:no|nope|not at all)\b/i;
/** What follows is not hedged by what went before. */
const TURNS = /[;—]|,?\s+\b(?=(?:but|however|though|although|yet)\b)/i;
/** Is about what was talked of before. */
const LEANS = /\b(?:it|its|that|this|they|them|their|those|these|one)\b/i;

interface Material {
  /** Everything that was written or found for the assistant, and what it said itself, by sentence. */
  readonly known: readonly string[];
  /** What the caller said. */
  readonly caller: readonly string[];
  /** The caller's last words. */
  readonly question: string;
}

/**
 * Holds sentences of an answer against all that its model was given. Numbers, names, laws and promises must be in it:
 * that can be checked by words alone and in microseconds, and these are what a caller takes away and may rely on. Of the
 * rest, what it is about must be spoken of there; whether it is true cannot be checked.
 */
export function createFactCheck(messages: readonly ModelMessage[]): FactCheck {
  const material = readMaterial(messages);
  const support = createSupport(material);
  const asked = readClaims(material.question);
  const askedQuantities = readQuantities(material.question).filter(({ unit }) => unit !== null);
  const isStrange = createSubjectCheck(messages.map(({ content }) => content));
  const askedNames = readNames(lastClause(material.question));

  function mayState(name: string, clause: string): boolean {
    // "Accessibility matters": the capital comes from its place, and the caller wrote none.
    const isWord = clause.trimStart().startsWith(name) && support.hasWord(name);
    return support.mayState(name) || isWord || isVocative(clause, name);
  }

  function findMadeUp(clause: string, about: ReadonlySet<string>): Unsupported | null {
    const isHedged = HEDGED.test(clause);
    const isAnswer = !isHedged && !clause.trim().endsWith('?');
    const affirms = isAnswer && AFFIRMS.test(clause);
    const denies = isAnswer && DENIES.test(clause);
    const quantities = [...readQuantities(clause), ...(affirms ? askedQuantities : [])];
    if (quantities.some((one) => !support.hasQuantity(one, isHedged))) return 'number';
    const denied = denies ? asked.map((one) => ({ ...one, negated: !one.negated })) : [];
    const claims = [...readClaims(clause), ...(affirms ? asked : denied)];
    const unsupported = claims.find((claim) => !support.hasClaim(claim, about, isHedged));
    if (unsupported !== undefined) return unsupported.kind;
    if (isAnswer && claimsToBePerson(clause, { question: material.question, affirms, denies }))
      return 'promise';
    // "Yes, it does" says again what was asked; "Yes, we sign your agreement" speaks for itself.
    const repeats = affirms && (LEANS.test(clause) || subjectsOf(clause).size === 0);
    if (repeats && askedNames.some((name) => !support.mayState(name))) return 'name';
    const isStated = isAnswer && !isNegative(clause);
    return isStated && readNames(clause).some((name) => !mayState(name, clause)) ? 'name' : null;
  }

  return (sentence) => {
    const about = aboutOf(sentence, material.question);
    for (const clause of sentence.split(TURNS)) {
      const madeUp = findMadeUp(clause, about);
      if (madeUp !== null) return madeUp;
    }
    if (readNames(sentence).some((name) => !support.hasName(name))) return 'name';
    if (readAddresses(sentence).some((one) => !support.hasAddress(one))) return 'name';
    const isStatement = !HEDGED.test(sentence) && !sentence.trim().endsWith('?');
    return isStatement && isStrange(sentence) ? 'subject' : null;
  };
}

function readMaterial(messages: readonly ModelMessage[]): Material {
  const lines = (role: ModelMessage['role']) =>
    messages.filter((one) => one.role === role).map(({ content }) => content);
  const sentencesOf = (texts: readonly string[]) =>
    texts.flatMap((text) => text.split('\n').flatMap(toSentences));
  const caller = lines('user');
  return {
    known: [
      ...sentencesOf([...lines('system'), ...lines('tool')]),
      // To say that something is not known does not make it known.
      ...sentencesOf(lines('assistant')).filter(
        (said) => !HEDGED.test(said) && !said.endsWith('?'),
      ),
    ],
    caller,
    question: caller.at(-1) ?? '',
  };
}

function createSupport({ known, caller }: Material) {
  const knownQuantities = known.flatMap(readQuantities);
  const callerQuantities = caller.flatMap(readQuantities);
  const knownNames = known.flatMap(nameKeys);
  const names = new Set([...knownNames, ...caller.flatMap(nameKeys)]);
  const stated = new Set([...knownNames, ...caller.flatMap(readOwnNames)]);
  const words = new Set(caller.flatMap((text) => text.match(/\b\p{Ll}+\b/gu) ?? []));
  const addresses = new Set([...known, ...caller].flatMap(readAddresses));
  const knownClaims = known.flatMap((sentence) =>
    readClaims(withoutLabel(sentence)).map((claim) => ({
      claim,
      sentence: withoutLabel(sentence),
    })),
  );
  const callerClaims = caller.flatMap(readClaims);

  return {
    hasName: (name: string) => names.has(nameKey(name)),
    /** What only the caller named may be said back, but for what they ask: "Do you work with Moodle?" makes it no fact. */
    mayState: (name: string) => stated.has(nameKey(name)),
    hasWord: (name: string) => words.has(name.toLowerCase()),
    hasAddress: (address: string) => addresses.has(address),
    /** What the caller counts may be counted back; a price or a time is not so because they named it. */
    hasQuantity(wanted: Quantity, isHedged: boolean): boolean {
      if (knownQuantities.some((one) => isSameQuantity(one, wanted))) return true;
      const mayRepeat = isHedged || wanted.unit === null;
      return mayRepeat && callerQuantities.some(({ value }) => value === wanted.value);
    },
    hasClaim(wanted: Claim, about: ReadonlySet<string>, isHedged: boolean): boolean {
      if (
        isHedged &&
        [...callerClaims, ...knownClaims.map(({ claim }) => claim)].some(isOf(wanted))
      )
        return true;
      return knownClaims.some(({ claim, sentence }) => {
        if (!isOf(wanted)(claim)) return false;
        if (wanted.kind === 'law') return true;
        return claim.negated === wanted.negated && sharesSubject(sentence, about);
      });
    },
  };
}

/** What is asked, behind what was said first: "My name is Priya, is it free?" */
const lastClause = (question: string) =>
  question
    .split(
      /(?<=[.!?;])\s+|,\s+(?=(?:and |but |so )?(?:is|are|do|does|did|can|could|will|would|has|have|what|how|who|when|where|why)\b)/i,
    )
    .findLast((part) => part.trim() !== '') ?? '';

/** A heading names what is asked and promises nothing: "a free version or trial: There is none." */
const withoutLabel = (sentence: string) => sentence.replace(/^(?:\[\d+\]|-) [^:.!?]{1,120}: /, '');

/** "Thirty" may be thirty minutes, "thirty schools" may not. */
function isSameQuantity(known: Quantity, wanted: Quantity): boolean {
  if (known.value !== wanted.value) return false;
  return wanted.unit === known.unit || (wanted.unit === null && !wanted.countsThings);
}

/** "ISO" is in "ISO 27001", and not the other way round. */
const isOf =
  (wanted: Claim) =>
  ({ kind, key }: Claim): boolean =>
    kind === wanted.kind && (kind === 'law' ? key.startsWith(wanted.key) : key === wanted.key);

/** The subjects of a sentence; of the question too, where it has none of its own or points back. */
function aboutOf(sentence: string, question: string): ReadonlySet<string> {
  const own = subjectsOf(sentence);
  return own.size === 0 || LEANS.test(sentence) ? new Set([...own, ...subjectsOf(question)]) : own;
}

function sharesSubject(sentence: string, about: ReadonlySet<string>): boolean {
  if (about.size === 0) return true;
  for (const subject of subjectsOf(sentence)) if (about.has(subject)) return true;
  return false;
}

function subjectsOf(sentence: string): Set<string> {
  const words = toWords(withoutClaims(sentence)).filter(hasSubject);
  return new Set(words.map(({ concept }) => concept));
}
