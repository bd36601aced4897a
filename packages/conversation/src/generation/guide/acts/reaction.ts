/** What people say while they listen; the letters are what recognisers make of “I see”. */
const WORDS = new Set(
  `oh ooh wow whoa huh hm hmm mm mmm mhm mhmm uh uhhuh uhuh aha ah ha haha hah lol yeah yep yes yup ok okay right good nice
  cool neat sweet great awesome lovely brilliant amazing interesting fascinating excellent perfect wonderful fantastic
  wild crazy sick dope impressive sure alright indeed true exactly totally absolutely understood gotcha icy ic c eye see
  see sea i got it get you that is all fair enough no way really never mind good stuff very so well makes sense sounds
  point to know fine by me will do noted of course my goodness gosh god man dude hey is not bad pretty not`
    .split(/\s+/)
    .filter(Boolean),
);
/** Each of them asks for something or has an answer of its own. */
const NOT_ALONE =
  /^(is\b.*|hey|no|not|never|i|that|is that so|is that|so|well|really|see|man|by me|not really|see you)$/;
/** Not what they say word for word. */
const FIGURES =
  /^(get out of here|you do not say|no kidding|tell me about it|(i am |just )?hanging in there|go figure|(by|bye|buy) the way|i am (done|finished|through) with (that|this) (part|bit|one|topic|question)|that is it (yes|yeah|exactly|right))$/;
const LONGEST = 6;

/**
 * Whether the turn is nothing but a sign of listening, which wants no answer to speak of.
 *
 * @param plain in plain words
 */
export function isReaction(plain: string): boolean {
  if (FIGURES.test(plain)) return true;
  const words = plain.split(' ');
  if (words.length > LONGEST || NOT_ALONE.test(plain)) return false;
  return words.every((word) => WORDS.has(word));
}
