import { readIntroduction } from './introduction.ts';
import { plainWords } from './plain-words.ts';

const FAMILY =
  /\bi am (?:only |just )?(?:a |an |the |his |her |their )?(?:concerned |worried |single )?(?:parent|mother|mum|mom|dad|father|nan|nana|gran\w*|student|pupil)\b(?! teacher)|\bmy (?:own |little |older |younger |eldest |youngest )?(?:sons?|daughters?|kids?|child|boy|girl|grand(?:son|daughter|child|children|kids)|nephew|niece|homework|teacher)\b|\bour (?:son|daughter)s?\b/;
/** “My kids” are a teacher's, too. */
const STAFF =
  /\b(?:i|we) (?:teach|lead|run)\b|\bmy (?:class|classroom|pupils|students|staff|school|department|district)\b|\bi am (?:a |an |the )?(?:\w+ )?(?:teacher|head|principal|deputy|bursar|librarian|counsellor|counselor)\b/;

/** Of these a teacher speaks, too: “one of my kids”. */
const OF_A_CLASS = /\bmy (?:own |little |older |younger )?(?:kids?|child|boy|girl)\b/;

/**
 * Whether a turn is a parent's or a student's; null: it does not tell.
 *
 * @param known what earlier turns said of it; null: nothing yet
 */
export function speaksAsFamily(turn: string, known: boolean | null): boolean | null {
  const audience = readIntroduction(turn)?.audience ?? null;
  if (audience !== null) return audience === 'parent' || audience === 'student';
  const plain = plainWords(turn);
  if (STAFF.test(plain)) return false;
  if (known === false && OF_A_CLASS.test(plain)) return null;
  return FAMILY.test(plain) ? true : null;
}
