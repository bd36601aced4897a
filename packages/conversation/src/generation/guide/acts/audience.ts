import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** The group a caller belongs to, by what they say of themselves. */
export type Audience = NonNullable<KnowledgeEntry['audience']>;

/** The first that fits; "head teacher" leads a school, "student teacher" teaches. */
const WORDS: readonly (readonly [Audience | null, string])[] = [
  [null, '(?:phd|research|university|master) student'],
  [
    'leader',
    'principals?|(?:deputy |assistant |acting )?head ?(?:teachers?|master|mistress)?|deputy|superintendent|administrators?|director|chair(?:man|woman|person)?|governor|trustee|board member|business manager|bursar|chief exec(?:utive)?|ceo|school leader|dean|safeguarding lead|data protection (?:officer|lead)|network manager|it (?:manager|lead|coordinator|person|guy)|technology (?:director|coordinator|lead)|(?:executive|vice) head',
  ],
  [
    'teacher',
    '(?:student |trainee |retired |supply )?teachers?|teaching assistant|tutor|educator|instructor|professor|lecturer|librarian|counsell?or|coach|senco|(?:special needs|special education|sen|send|inclusion|literacy) (?:coordinator|lead|manager)|nqt|school nurse|specialist|aide|homeschooler',
  ],
  [
    'parent',
    'parents?|mother|mom|mum|mam|father|dad|grand\\w+|nan|nana|granny|guardian|carer|step ?\\w*(?:mum|dad|mother|father)|aunt|uncle|godmother|godfather',
  ],
  ['developer', 'developer|dev|engineer|programmer|integrator|architect|coder'],
  ['student', 'students?|pupils?|sixth former|kid|child|boy|girl'],
  [
    null,
    'journalist|reporter|writer|researcher|phd student|reseller|consultant|volunteer|secretary|receptionist|manager|technician|coordinator|leader|lead|nurse|psychologist|social worker|salesman|owner|founder|designer|accountant|investor|blogger',
  ],
];
const PATTERNS = WORDS.map(
  ([audience, words]) => [audience, new RegExp(`\\b(?:${words})\\b`)] as const,
);

/** Any word for a role. */
export const ROLE = WORDS.map(([, words]) => words).join('|');

/** Null: nothing that decides. */
export function findAudience(plain: string): Audience | null {
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
