/** Who speaks, said before or instead of a question. */
export interface Introduction {
  readonly name: string | null;
  /** What was said besides, as it was said; empty where nothing was. */
  readonly rest: string;
}

const ROLE =
  '(teacher|principal|head(master|mistress| teacher)?|parent|mother|mom|mum|father|dad|grand\\w+|guardian|student|pupil|counsell?or|librarian|administrator|director|superintendent|coordinator|leader|tutor|educator|instructor|secretary|nurse|coach|specialist|professor|researcher|journalist|manager|lead|trustee|governor|board member|technician|consultant|volunteer)s?';
const GREETING =
  /^(oh |well |um |uh |yes |okay )*(hi|hello|hey|good (morning|afternoon|evening)|greetings|hi there|hello there)( ember| there| everyone)?$/i;
const OPENED = /^(hi|hello|hey)( there)? (?=(my name|i am|i'm|this is|we)\b)/i;
const NAME_GIVEN =
  /^(?:my name(?:'s| is)|i am called|they call me) (?:mr |mrs |ms |miss |dr )?([a-z][\w'-]+)/i;
/** Only where it is written as one: “this is great” is none. */
const NAME_WRITTEN =
  /^(?:I'm|I am|i'm|i am|[Tt]his is|[Ii]t's) (?:Mr |Mrs |Ms |Miss |Dr )?([A-Z][a-z'-]+)(?: [A-Z][a-z'-]+)?(?: (?:from|at|of|here|speaking|calling)\b.*)?$/;
const SELF = [
  new RegExp(
    `^(i am|i'm|we are|we're) (also )?(a|an|the|one of the|two|both|\\w+ grade|head|new) ?.{0,40}\\b(${ROLE}|school|district|academy)\\b.{0,50}$`,
    'i',
  ),
  new RegExp(`^(i am|i'm|we are|we're) ${ROLE}\\b.{0,50}$`, 'i'),
  /^(i|we) (teach|work|run|lead|head|manage|look after|come from|homeschool)\b.{0,60}$/i,
  /^(i have|we have|i've got|we've got) (a|an|one|two|three|four|five|six|about|around|some|\d[\d,]*)\b.{0,12}\b(kids?|children|sons?|daughters?|students|pupils|teachers|classes)\b.{0,40}$/i,
];
/** Where a sentence may go on with something else. */
const CLAUSES =
  /[.!?]+\s+|,\s+|\s+(?:and|so|but)\s+(?=(?:i|we|my|can|could|what|how|does|do|is|are|who|where|when|which|will|would|tell)\b)/i;
/** Names that are none. */
const NO_NAME = new Set(
  'a an the on in at no one just about not for my so very really what how all it that calling interested looking wondering sorry good fine okay here'.split(
    ' ',
  ),
);

/** Null: nobody introduces themselves. Read from a turn as it was said, with its marks. */
export function readIntroduction(turn: string): Introduction | null {
  const clauses = turn.trim().split(CLAUSES);
  let at = 0;
  let name: string | null = null;
  let introduced = false;
  for (const clause of clauses) {
    const plain = clause
      .replace(/[.!?,]+$/, '')
      .trim()
      .replace(OPENED, '');
    const called = nameIn(plain);
    if (called !== null) name = called;
    else if (!SELF.some((pattern) => pattern.test(plain)) && !GREETING.test(plain)) break;
    introduced ||= called !== null || !GREETING.test(plain);
    at = turn.indexOf(clause, at) + clause.length;
  }
  if (!introduced) return null;
  const rest = turn.slice(at).replace(/^[\s.,!?]*((and|so|but)\b\s*)*/i, '');
  return { name, rest };
}

function nameIn(clause: string): string | null {
  const [, name] = NAME_GIVEN.exec(clause) ?? NAME_WRITTEN.exec(clause) ?? [];
  if (name === undefined || NO_NAME.has(name.toLowerCase())) return null;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
