import type { Audience } from './audience.ts';
import { readIntroduction } from './introduction.ts';
import { plainWords } from './plain-words.ts';

/** Who speaks, as far as answers differ by it. */
export type Caller = 'student' | 'parent' | 'engineer' | 'staff';

const OF_AUDIENCE: Readonly<Record<Audience, Caller>> = {
  student: 'student',
  parent: 'parent',
  developer: 'engineer',
  teacher: 'staff',
  leader: 'staff',
};

const STUDENT =
  /\bi am (?:only |just )?(?:a |the )?(?:student|pupil)\b(?! teacher)|\bmy (?:homework|teacher|classmates|essay)\b/;
const PARENT =
  /\bi am (?:only |just )?(?:a |an |the |his |her |their )?(?:concerned |worried |single )?(?:parent|mother|mum|mom|dad|father|nan|nana|gran\w*)\b|\bmy (?:own |little |older |younger |eldest |youngest )?(?:sons?|daughters?|kids?|child|boy|girl|grand(?:son|daughter|child|children|kids)|nephew|niece)\b|\bour (?:son|daughter)s?\b|\bi have (?:got )?(?:one|two|three|four|twins)(?: (?:kids|children|boys|girls|of them))? (?:at|in) (?:the |this |your )?(?:school|nursery|reception|primary|year|grade)\b/;
/** “My kids” are a teacher's, too. */
const STAFF =
  /\b(?:i|we) (?:teach|lead|run)\b|\bmy (?:class|classroom|pupils|students|staff|school|department|district)\b|\bi am (?:a |an |the )?(?:\w+ ){0,2}(?:staff|teacher|head|principal|deputy|bursar|librarian|counsellor|counselor|coordinator|senco)\b/;

/** Who runs the computers of a school asks what a developer does. */
const ENGINEER =
  /\b(?:i am|we are|as) (?:a |an |the |our |your )?(?:\w+ ){0,3}(?:it|ict|network|system|systems|server) (?:technician|manager|admin\w*|guy|person|lead|engineer|support|team)\b|\b(?:i am|as) (?:a |an |the )?(?:\w+ ){0,2}(?:technician|sysadmin|devops)\b|\bi (?:run|do|look after) the (?:it|ict|servers?|network|computers)\b/;

const OF_ONESELF = /\b(?:i|we) (?:am|are|was|go)\b|\bmy (?:homework|teacher|school|class)\b/;

/** Of these a teacher speaks, too: “one of my kids”. */
const OF_A_CLASS = /\bmy (?:own |little |older |younger )?(?:kids?|child|boy|girl)\b/;

/**
 * Who speaks, by what a turn says of them; null: it does not tell.
 *
 * @param known what earlier turns said of it; null: nothing yet
 */
export function readCaller(turn: string, known: Caller | null): Caller | null {
  const plain = plainWords(turn);
  if (ENGINEER.test(plain)) return 'engineer';
  const { audience = null, tells } = readIntroduction(turn) ?? {};
  // “I have got three particular children”, says the teacher, and “a girl with autism”.
  const isOfClass = known === 'staff' && audience === 'parent' && tells === 'circumstances';
  const isOfOther = audience === 'student' && !OF_ONESELF.test(plain);
  if (audience !== null && !isOfClass && !isOfOther) return OF_AUDIENCE[audience];
  if (STAFF.test(plain)) return 'staff';
  if (known === 'staff' && OF_A_CLASS.test(plain)) return null;
  if (PARENT.test(plain)) return 'parent';
  return STUDENT.test(plain) ? 'student' : null;
}
