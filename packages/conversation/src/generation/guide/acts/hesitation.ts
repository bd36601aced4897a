/** Sounds between words; “em” is also what is left of “them”: “give em to the kids”. */
const SOUNDS =
  /(?<=\S\s+)(?:um+|uh+|erm?|ehm?|eh|äh+m?|(?<!\b(?:give|tell|let|show|make|get|of|for|with|keep|help|stop|teach)\s+)em)\b[,.]*\s+(?=\S)/giu;
/** Words that nobody says twice on purpose. */
const SMALL =
  "if|whether|what|how|who|when|where|why|which|is|are|do|does|did|can|could|would|will|should|i|we|it|it's|he|she|they|you|there|the|a|an|my|our|your|their|that|that's|this|to|of|in|on|for|with|and|but|or|so";
/** “What what is Kindling”, “is there is there anything”, “how can I how can I tell them”. */
const TWICE = new RegExp(
  `\\b((?:${SMALL})(?:\\s+(?:${SMALL})){0,2})(?:[,.]*\\s+\\1)+(?=\\s+\\S)`,
  'giu',
);

/** “Do they get, like, a busy tone”, “is it, you know, safe”. */
const FILLERS =
  /(?<=\p{L}),\s+(?:like|you know|i mean|sort of|kind of|i don['’]?t know|say|let['’]?s say|shall we say),\s+(?=\p{L})/giu;

/** “You'll sign the, what's it called, the data privacy thing”, “our kids are, how do I put this, very good at it”. */
const SEARCHES =
  "how (?:do|can|shall|should|would|could) (?:i|you|one|we) (?:put|say|call)(?: (?:this|it|that))?(?: nicely| politely)?|what(?:['’]?s| is| was)? the word(?: for it)?(?: again)?|what do (?:you|they|we) call (?:it|them|that|this)(?: again)?";
/** A name is looked for between commas alone: “You have a score. What is it called? And is it free?” asks. */
const NAME_SEARCHES =
  "what(?:['’]?s| is| was)? (?:(?:it|that|the thing) called|the name(?: for it)?)(?: again)?|whatever (?:it|that)(?:['’]s| is) called|i forget (?:the name|the word|what it(?:['’]s| is) called)";
const SOUND = '(?:(?:um+|uh+|er+m?)[,.]*\\s+)?';
const WORD_SEARCH = new RegExp(
  `(?<=\\p{L})(?:,\\s*${SOUND}(?:${NAME_SEARCHES}),|[,.]+\\s*${SOUND}(?:${SEARCHES})\\s*[,.?]+)\\s*(?=\\p{L})`,
  'giu',
);

/** “I don't really know what it is, to be honest”; not “do students learn to be honest”. */
const HONESTLY =
  /(?<!\b(?:learn\w*|teach\w*|ha(?:ve|s|d)|needs?|wants?|try|tr(?:y|ies)ing|likely|how|students|pupils|kids|children|them|him|her|people)),?\s+(?:to be (?:\w+ )?honest|if i(?:['’]m| am) (?:\w+ )?honest)(?: with you)?(?=[\s,.!?]*$|\s*[,.!?])/giu;

/** No clause ends in these: “have you got any, um, evidence”. */
const UNFINISHED =
  "any|some|the|an?|my|your|our|his|her|their|of|to|for|with|in|on|at|about|is|are|do|does|can|could|would|and|or|but|like|if|that|have|got|what|how|i|we|you|they|it|it's|say";
const PAUSES = new RegExp(
  `(?<=\\b(?:${UNFINISHED})),\\s+(?:um+|uh+|erm?|well)[,.]*\\s+(?=\\p{L})`,
  'giu',
);
const GOES_ON = new RegExp(`\\b(?:${UNFINISHED})$`, 'iu');
/** “'Cause my son never tells me”. */
const CAUSE = /(?<=\s)['’](?:cause|cos|coz|cuz)\b/giu;

/** “Hiii”, “whyyy”. */
const DRAWN_OUT = /(?<=\p{L})(\p{L})\1{2,}/giu;

/** A turn as it was meant, without the sounds and the words said twice while one looks for the next. */
export function withoutHesitation(turn: string): string {
  return turn
    .replace(DRAWN_OUT, '$1')
    .replace(CAUSE, 'because')
    .replace(PAUSES, ' ')
    .replace(SOUNDS, '')
    .replace(WORD_SEARCH, (_, place: number, whole: string) =>
      GOES_ON.test(whole.slice(0, place)) ? ' ' : ', ',
    )
    .replace(FILLERS, ' ')
    .replace(HONESTLY, '')
    .replace(TWICE, '$1');
}
