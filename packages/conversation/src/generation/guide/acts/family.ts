import { readIntroduction } from './introduction.ts';
import { plainWords } from './plain-words.ts';

const FAMILY =
  /\bi am (?:only |just )?(?:a |an |the |his |her |their )?(?:concerned |worried |single )?(?:parent|mother|mum|mom|dad|father|nan|nana|gran\w*|student|pupil)\b(?! teacher)|\bmy (?:own |little |older |younger |eldest |youngest )?(?:sons?|daughters?|kids?|child|boy|girl|grand(?:son|daughter|child|children|kids)|nephew|niece|homework|teacher)\b|\bour (?:son|daughter)s?\b/;
/** “My kids” are a teacher's, too. */
const STAFF =
  /\b(?:i|we) (?:teach|lead|run)\b|\bmy (?:class|classroom|pupils|students|staff|school|department|district)\b|\bi am (?:a |an |the )?(?:\w+ )?(?:teacher|head|principal|deputy|bursar|librarian|counsellor|counselor)\b/;

/** Whether a turn is a parent's or a student's; null: it does not tell. */
export function speaksAsFamily(turn: string): boolean | null {
  const audience = readIntroduction(turn)?.audience ?? null;
  if (audience !== null) return audience === 'parent' || audience === 'student';
  const plain = plainWords(turn);
  if (STAFF.test(plain)) return false;
  return FAMILY.test(plain) ? true : null;
}
