import { clauseAsks } from './asks.ts';
import { type Audience, findAudience, ROLE } from './audience.ts';
import { type Clause, GREETING, toSpokenClauses } from './clauses.ts';

/** Who speaks, said before or instead of a question. */
export interface Introduction {
  readonly name: string | null;
  readonly audience: Audience | null;
  /** Who they are, or only their situation: “we have ten old tablets”. */
  readonly tells: 'person' | 'circumstances';
  /** What was said besides, as it was said; empty where nothing was. */
  readonly rest: string;
}

const TITLE = '(?<title>mr|mrs|ms|miss|dr|doctor|prof|professor|sir|madam) ';
const NAME = "(?<name>[a-z][a-z'-]+)";
const SURNAME = "(?: (?<surname>[a-z'-]+))?";
const NAME_GIVEN = new RegExp(
  `^(?:my names?(?: is)?|the name is|i am called|they call me|call me) (?:${TITLE})?${NAME}${SURNAME}`,
);
/** “this is Tom”, “it is Sue from the office”, “I am Lena”: a name only where it is written or shown as one. */
const NAME_SAID = new RegExp(
  `^(?:this is|its|it is|i am) (?:${TITLE})?${NAME}${SURNAME}(?<more> (?:from|at|of|here|speaking|calling|and)\\b.*)?$`,
);
const NAME_WRITTEN =
  /(?:\b[Tt]his is|\b[Ii]t(?:'s| is)|\b[Ii](?:'m| am|m)) (?:Mr|Mrs|Ms|Miss|Dr|Doctor|Professor)?\.? ?([A-Z][a-z'-]+)/;
/** Nobody is called Am: “am I speaking to a person”. */
const NAME_HERE = new RegExp(
  `^(?!am i |was it )(?:${TITLE})?${NAME}${SURNAME} (?:here|speaking)\\b ?(?<more>.*)$`,
);
const GREETS = new RegExp(`^\\W*(?:${GREETING})\\b`, 'i');
/** What is no name although it stands where one may. */
const NO_NAME =
  /^(?:an?|the|its|his|hers?|their|your|our|sort|kind|like|just|on|in|at|no|one|just|about|not|for|my|so|very|really|what|how|all|it|that|this|there|they|we|you|is|are|anybody|anyone|somebody|someone|everyone|nobody|people|right|over|out|around|up|down|back|calling|sorry|good|fine|okay|ok|here|new|great|nice|lost|late|sure|sick|sad|happy|busy|old|young|done|glad|afraid|curious|ready|fun|cool|from|too|bad|true|also|only|still|both|actually|part|more|quite|kind|hard|stuck|free|mad|cross|dead|alone|tired|funny|weird|odd|nuts|crazy|procurement|purchasing|finance|accounts|reception|admin|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:-\w+)?|.+(?:ed|ing|ful|ous|able|ible|ive|less|ly|ish))$/;

const NUMBER =
  '(?:\\d[\\d,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|few|couple|several)';
const AGE =
  /^i am (?:only |just |nearly |almost )?(?:\d{1,2}|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)(?: years old)?$/;
const SCHOOL =
  'school|district|academy|trust|college|nursery|kindergarten|primary|secondary|university|grammar|sixth form|classroom';
const CHILD =
  'kids?|child(?:ren)?|sons?|daughters?|boys?|girls?|grand(?:son|daughter|child|children|kids)s?|little ones?|eldest|youngest|oldest|teenagers?|twins|niece|nephew';
const SELF = [
  new RegExp(
    `^(?:i am|we are|i was) (?!not\\b|(?:only |just |really )?(?:asking|talking|wondering|thinking|looking|reading)\\b).{0,60}\\b(?:${ROLE}|${SCHOOL}|(?:year|grade) \\w+|\\w+ grade)\\b`,
  ),
  /^(?:i|we) (?:teach|work|run|lead|head|manage|coach|build|make|write|research|study|represent|look after|come from|homeschool|train|sell|do contact|cover)\b/,
  new RegExp(
    `^(?:i|we) have (?:got )?(?:about |around |some |only |just |roughly |like )*${NUMBER}\\b.{0,25}\\b(?:${CHILD}|students|pupils|teachers|classes|schools|staff)\\b`,
  ),
  new RegExp(
    `^my (?:own |two |three |other )?(?:${CHILD})(?: and .{0,30})? (?:is|are|has|have|goes|go|s|just|was|got)\\b`,
  ),
  new RegExp(
    `^(?:an? |the |one )?(?:[\\w'-]+ ){0,3}(?:${ROLE}) (?:(?:(?:up |over |down )?(?:at|of|from|in|for) .{2,60})|here|speaking)$`,
  ),
  new RegExp(
    `^(?:its |it is |that is |we are |with )?(?:about |around |roughly |bout |some |just |only )*${NUMBER}(?: ${NUMBER})* (?:${CHILD}|students|pupils|teachers|schools|staff|classes)\\b`,
  ),
  AGE,
];
const OF_STUDENTS =
  /^i am (?:in|going into|starting) (?:year|grade|my \w+ year|\w+ grade|sixth form|high school|middle school)\b/;
/** The reason for the call, which asks nothing. */
const ASIDE =
  /^(?:my \w+(?: \w+)? (?:has |just )?(?:asked|told|said|wants|wanted|made|sent|thinks)\b|(?:i|we) (?:have )?(?:been )?(?:just )?(?:saw|seen|heard|read|found|came across|stumbled|got|spoke|asked|told|looking at|supposed)\b|i am (?:new|doing|writing|looking (?:at|into|around)|calling (?:about|from|because)|here (?:about|because)|just (?:looking|nosing|browsing)|(?:not|no) (?:very|so|really|much)? ?(?:technical|good))\b|(?:and )?her school\b|(?:and )?(?:his|their|the) school\b|nothing special|not much)/;
/** Null: nobody introduces themselves. Read from a turn as it was said, with its marks. */
export function readIntroduction(turn: string): Introduction | null {
  const found: Found = { name: null, audience: null, tells: null };
  const clauses = toSpokenClauses(turn);
  let rest = '';
  for (const [place, clause] of clauses.entries()) {
    if (clause.plain === '') continue;
    const around = {
      before: clauses[place - 1]?.said ?? '',
      next: clauses[place + 1]?.plain ?? '',
    };
    if (clauseAsks(clause) || !takeFrom(clause, around, found)) {
      rest = turn.slice(clause.start);
      break;
    }
  }
  if (found.tells === null) return null;
  const said = rest.replace(/^[\s.,!?]*(?:(?:and|so|but)\b\s*)*/i, '');
  return { name: found.name, audience: found.audience, tells: found.tells, rest: said };
}

interface Found {
  name: string | null;
  audience: Audience | null;
  /** Null: nothing yet. */
  tells: Introduction['tells'] | null;
}

/** The caller's situation rather than their person. */
const CIRCUMSTANCES =
  /^(?:(?:i|we) (?:have|work with|do|make|run|look after)|my|its|it is|that is|we are|about|around)\b/;

/** The clauses beside one; empty where there is none. */
interface Around {
  /** As it was said: a greeting has no plain words. */
  readonly before: string;
  /** In plain words. */
  readonly next: string;
}

/** False: the clause says something else. */
function takeFrom(clause: Clause, around: Around, found: Found): boolean {
  const { plain } = clause;
  const called = nameIn(clause, around);
  const more = called?.more ?? plain;
  const tells = isSelf(more);
  // What was said before they came to themselves only led up to it.
  if (called === null && !tells) return found.tells === null || ASIDE.test(plain);
  found.name ??= called?.name ?? null;
  if (called !== null || !CIRCUMSTANCES.test(more)) found.tells = 'person';
  else found.tells ??= 'circumstances';
  found.audience ??= audienceOf(more);
  return true;
}

/** Who speaks of “a school with 200 students” is none of them. */
const ONE_STUDENT =
  /\b(?:student|pupil|sixth former|kid|child|boy|girl)\b|^we are (?:\w+ )?(?:students|pupils)\b/;

const isSelf = (plain: string): boolean =>
  OF_STUDENTS.test(plain) || SELF.some((pattern) => pattern.test(plain));

function audienceOf(plain: string): Audience | null {
  if (OF_STUDENTS.test(plain) || AGE.test(plain)) return 'student';
  if (new RegExp(`^(?:my|i have).{0,30}\\b(?:${CHILD})\\b`).test(plain)) return 'parent';
  if (/^(?:i|we) (?:teach|coach|work with)\b/.test(plain)) return 'teacher';
  const audience = findAudience(plain);
  return audience === 'student' && !ONE_STUDENT.test(plain) ? null : audience;
}

/** A name, and what the clause says behind it. */
function nameIn(
  { said, plain }: Clause,
  { before, next }: Around,
): { readonly name: string; readonly more: string } | null {
  const here = NAME_HERE.exec(plain)?.groups;
  // “School librarian here.”
  const isOfRole = new RegExp(`\\b(?:${ROLE})\\b`).test(`${here?.name} ${here?.surname}`);
  if (isName(here?.name) && !isOfRole) return { name: toName(here), more: here?.more ?? '' };
  const given = NAME_GIVEN.exec(plain)?.groups;
  if (isName(given?.name) && !/^(?:on|in|at|the)\b/.test(given?.name ?? ''))
    return { name: toName(given), more: plain };
  const named = NAME_SAID.exec(plain)?.groups;
  if (!isName(named?.name)) return null;
  const isWritten = NAME_WRITTEN.exec(said)?.[1]?.toLowerCase() === named?.name;
  const { more } = named ?? {};
  const isOfIt = plain.startsWith('it');
  const isSelfNext = isSelf(next);
  // “It's Infinite Campus”, somebody says of a program.
  const isShownHere = isWritten && (!isOfIt || isSelfNext || GREETS.test(before));
  // “It's volunteers mostly, about fifteen children.”
  const isShownNext = isSelfNext && !isOfIt;
  // “I'm president of the student council.”
  const isShownBehind = more !== undefined && !more.startsWith(' of ');
  const isShown = isShownHere || isShownNext || isShownBehind;
  if (!isShown || new RegExp(`^(?:${ROLE})$`).test(named?.name ?? '')) return null;
  return { name: toName(named), more: (more ?? '').trim() };
}

const isName = (word: string | undefined): word is string =>
  word !== undefined && !NO_NAME.test(word);

/** With a title the surname: “Mrs Hartmann”. */
function toName({
  title,
  name = '',
  surname,
}: Readonly<Record<string, string | undefined>> = {}): string {
  if (title === undefined || /^(?:sir|madam)$/.test(title)) return capital(name);
  const last = isName(surname) && !/^(?:and|of)$/.test(surname) ? surname : name;
  return `${capital(title)} ${capital(last)}`;
}

const capital = (word = ''): string => word.charAt(0).toUpperCase() + word.slice(1);
