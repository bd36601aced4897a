import { asksAnywhere } from '../../../retrieval/language/segments.ts';
import { clauseAsks } from './asks.ts';
import { type Clause, toSpokenClauses } from './clauses.ts';
import { BLAMES_REPETITION, blamesRepetition } from './repetition.ts';
import { isTag } from './tag.ts';

/** What a turn does that tells or feels something and asks nothing. */
export type Courtesy =
  | 'parting'
  | 'apology'
  | 'grief'
  | 'refusal'
  | 'thanks'
  | 'praise'
  | 'complaint'
  | 'disbelief'
  | 'trouble'
  | 'statement';

const COMPLAINT =
  /\b(?:not (?:really |very |even )?(?:listening|helpful|helping)|not what i (?:asked|meant|said|wanted)|you (?:do|did|are|have) not (?:\w+ )?(?:listen|understand|know (?:much|anything)|get it|answer\w*|know$|hear me)|waste of (?:my )?time|useless|(?<!\b(?:her|him|them|students|pupils|kids|children|says?|tells?|talks?) )rubbish(?! day| week| year)|is not working|say sorry|you keep \w+ing|you misunderst\w+|did not ask|makes no sense|you (?:can ?not|could not|do not) even (?:tell|say|answer|know)(?: (?:me|us|that|it))?(?! (?:what|who|which) )|frustrating|ridiculous|for goodness sake|oh my god|not really listening|talking past|for heavens? sake|unbelievable|what on earth|(?:you|that) lost me|(?:bit|pretty|rather|really) poor|keep sending me|that is (?:just |only |pure |all )*(?:marketing|brochure|sales|advertising)(?: talk| speak| pitch| waffle| fluff)?|that is (?:no|not (?:really )?an) answer|do not know (?:\w+ ){0,3}your own (?:product|stuff|company))\b/;

/** The first that fits. Leaving without "bye" ends no call: it may be misheard, and whoever leaves hangs up. */
const KINDS: readonly (readonly [Courtesy, RegExp])[] = [
  [
    'parting',
    /^\w+ out$|\b(?:have a (?:really )?(?:nice|good|great|lovely|wonderful) (?:day|one|weekend|evening|time|rest|afternoon|night)|good ?night(?: then| now)?$|take care|(?:have|need|got) to (?:go|run|dash|leave|get back|hop)|(?:get|am|off) back to (?:my|the|work)|(?:me|we are|i am) (?:all )?(?:done|sorted)|that will do(?: me| us| nicely| for (?:now|me|today))?(?: thanks| thank you| cheers)?(?: a lot| very much)?$|thanks? (?:you )?for (?:putting up|your patience|bearing)|all (?:that )?(?:i|we) (?:need|needed|wanted)(?: to (?:know|hear))?|that (?:is|was) (?:all|everything|it)(?: from me)?$|(?:will|going to) (?:have a think|think about it|think it over|be off|leave it there|come back|be back|hang up|let you go)|no more questions|i am good thanks|off to (?:bed|sleep|work|class|school|lunch)|(?:i|we) (?:would|will) (?:just |rather |better )*(?:ring|call|phone|email|write(?: to)?|ask|drop) (?:them|you|her|him|the school|the team|my school)|drop you (?:an email|a line)|my bell|talk soon|until next time|see you)\b/,
  ],
  [
    'apology',
    /\b(?:sorry|apologi[sz]e) (?:for|that i|if i) (?:(?:was|am|got) )?(?:yell\w*|shout\w*|snapp?\w*|being (?:rude|short|cross|grumpy|difficult)|rude|short with you|going on|ranting|the rant)\b/,
  ],
  ['complaint', COMPLAINT],
  [
    'disbelief',
    /\b(?:do not (?:really |quite )?believe (?:you|a word|that|it)|can not believe (?:you|a word)|hard to believe|you would say that|that is what (?:they|you|the other(?:s| \w+)) (?:(?:all|always|both) (?:say|said)|said (?:too|as well)))\b/,
  ],
  ['refusal', /^(?:no|nope|nah) (?:thanks|thank you|ta)\b/],
  [
    'grief',
    /\b(?:my late (?:wife|husband|mother|father|mum|mom|dad|son|daughter|brother|sister)|passed away|(?:wife|husband|mother|father|mum|mom|dad|grandma|grandpa|dog|cat|friend) (?:has |had )?(?:just )?died)\b/,
  ],
  // “That worries me more, but thank you for telling me.”
  [
    'trouble',
    /\b(?:fed up|nightmare|stressed|exhausted|overwhelmed|(?<!\b(?:who|that|those|ones|students|pupils|kids|children) (?:are |really |still |might |may )?)struggl\w+|hard time|lonely|crying|heartbroken|in tears|at my wits|had enough|(?:cut|sacked|fired|laid off|made redundant|let go(?: of)?) (?:\w+ )?(?:\w+ )?of (?:us|our (?:staff|colleagues|team))|(?:i|we|they) (?:have )?(?:just )?(?:lost|lose|are losing) (?:my|our|their) jobs?|burn(?:ed|t) out|bad day|long day|tough (?:day|week|year)|rough (?:day|week|year)|not (?:doing )?(?:so |too |very )?well|makes me (?:sad|angry|worried|nervous)|(?:rubbish|terrible|awful|horrible|bad) (?:day|week|year)|upsetting|(?:i am|we are) (?:\w+ ){0,2}(?:sad|upset|frustrated|annoyed|terrified|desperate|worried|nervous|scared)|(?:is|she is|he is|they are) (?:\w+ ){0,2}(?:sad|upset|frustrated|annoyed|terrified|desperate|worried|nervous|scared)(?! (?:about|that|of)\b)|makes? (?:me|us) (?:\w+ )?worr(?:y|ied)|worries me (?:more|even more)|(?:does|do|did) not even (?:answer|reply|listen|call)|nobody (?:answers|listens to|tells) (?:me|us))\b/,
  ],
  [
    'thanks',
    /(?<!\b(?:say|says) no )\b(?:thanks?|thank you|cheers|much appreciated|appreciate (?:it|that|you|your)|grateful)\b/,
  ],
  [
    'praise',
    /\b(?:you (?:sound|are|were|have been) (?:very |really |so |quite |pretty |actually )*(?:nice|good|great|lovely|real|kind|clever|smart|helpful|funny|alright|sweet|polite|honest|patient|impressive)|good job|well (?:done|explained|put)|explain(?:ed)? (?:that|it|this|\w+)? ?(?:very |really |quite )?(?:well|nicely|clearly)|(?:a|as a) compliment|(?:honest|nice|kind|sweet|clever|good) of you|i respect that|(?:at least|that|this|you) (?:is|are|was|were) (?:\w+ )?honest(?: at least)?|nice line|for being (?:straight|honest|open)|you cheered|cheered me up|made me smile)\b/,
  ],
];
/** Words that a courtesy may stand beside without saying anything else. */
const MIN_STATEMENT_WORDS = 4;

export interface Sociable {
  readonly courtesy: Courtesy;
  /** What was said beside it, as it was said; empty where nothing was. */
  readonly rest: string;
}

/** Asked, but for no answer: “you are not really listening, are you?”. */
const BLAMES =
  /^(?:(?:so|but|and|well) )?(?:you (?:are|do|did|have) not (?:\w+ )?(?:listen\w*|hear\w*|understand\w*|get it|answer\w*)|are you (?:even |really )?listening|(?:i|we) want to complain|(?:this|that) is (?:really |just )?not (?:good enough|(?:an|any|much of an) answer|(?:very |really |much |any )*(?:helpful|help))|that is (?:just |only )?(?:marketing|brochure|sales)(?: talk| speak| pitch)?)\b/;

/** Null: the turn asks something, or is too short to tell. */
export function readCourtesy(turn: string): Sociable | null {
  const clauses = toSpokenClauses(turn).filter(({ plain }) => plain !== '');
  if (clauses.some(({ plain }) => BLAMES.test(plain)) && !clauses.some(asksMore))
    return { courtesy: 'complaint', rest: join(clauses.filter((one) => !BLAMES.test(one.plain))) };
  if (turn.includes('?') || clauses.some(clauseAsks)) return null;
  const kinds = clauses.map(({ plain }) => kindOf(plain));
  const courtesy = KINDS.map(([kind]) => kind).find((kind) => kinds.includes(kind));
  const others = clauses.filter((_, place) => kinds[place] === null);
  if (courtesy === 'complaint')
    return {
      courtesy,
      rest: clauses
        .map(({ plain }) => besideComplaint(plain))
        .join(' ')
        .trim(),
    };
  if (courtesy !== undefined) return { courtesy, rest: join(others) };
  const count = clauses.reduce((sum, { plain }) => sum + plain.split(' ').length, 0);
  return count > MIN_STATEMENT_WORDS && !asksAnywhere(turn)
    ? { courtesy: 'statement', rest: join(others) }
    : null;
}

/** “Are you?” asks for no answer. */
function asksMore(clause: Clause): boolean {
  const isShort = clause.plain.split(' ').length < 3 || isTag(clause.plain);
  return !isShort && !BLAMES.test(clause.plain) && clauseAsks(clause);
}

/** “If I tell the mood tracker I'm sad” supposes it. */
const SUPPOSES = /^(?:(?:and|but|so) )*(?:what )?if\b/;

function kindOf(plain: string): Courtesy | null {
  const found = KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
  const kind = found === 'trouble' && SUPPOSES.test(plain) ? null : found;
  return kind !== 'parting' && blamesRepetition(plain) ? 'complaint' : kind;
}

/** “For goodness sake is there a trial at least” also asks. */
function besideComplaint(plain: string): string {
  return plain.replace(COMPLAINT, ' ').replace(BLAMES_REPETITION, ' ');
}

const join = (clauses: readonly Clause[]): string => clauses.map(({ said }) => said).join(' ');

/** Whether the caller only complains, or says what troubles them. */
export function isUpset(turn: string): boolean {
  const courtesy = readCourtesy(turn)?.courtesy;
  return courtesy === 'complaint' || courtesy === 'trouble' || courtesy === 'grief';
}
