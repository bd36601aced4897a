/** How people address anyone they talk to. */
const ENDEARMENTS =
  "(?:my )?(?:dear|dearie|darling|sweetheart|sweetie)|young (?:lady|man)|mate|buddy|pal|bro|dude|sir|madam|ma['’]?am|missy|kiddo";
/** Words of their own as well, but behind a mark. */
const MARKED = `${ENDEARMENTS}|(?:my )?(?:love|honey|friend|duck)|miss`;

/** What may stand before an address at the beginning. */
const OPENING =
  '(?:hi|hiya|hello|hey|hey there|hi there|hello there|good (?:morning|afternoon|evening|day)|well|oh|ok|okay|so|and|but|yes|yeah|no|right|um+|uh+|thanks|thank you|sorry|please|listen|look)[\\s,.!]+';
/** Behind these the last word is what the sentence speaks of: “what is a buddy”, “why is it called Ember”. */
const SPOKEN_OF =
  '(?<!\\b(?:an?|the|my|your|his|her|their|our|i|we|they|of|for|with|to|from|by|in|on|at|about|like|than|and|or|not|is|are|am|was|called|named|word|say|means?|each|every|any|some|which|whose|real|best|new))';
/** “Ember is a nice name”: it is spoken of. */
const NOT_OF_IT = '(?!(?:is|was|sounds|means|has|does|can|will|of|to|about)\\b)';

/**
 * A turn without the words that address the assistant: “tell me a joke, Ember”, “well hello there young lady how are
 * you”. Unchanged where nothing else is said.
 *
 * @param name how the assistant has introduced itself, in letters; null where it has not
 */
export function withoutAddress(turn: string, name: string | null): string {
  const named = name === null ? '' : `|${name}`;
  const patterns = [
    `^((?:${OPENING})*)(?:${MARKED}${named})[,.!]\\s*(?=\\S)`,
    `^((?:${OPENING})+)(?:${ENDEARMENTS}${named})\\s+${NOT_OF_IT}(?=\\S)`,
    ...(name === null ? [] : [`^()${name}\\s+${NOT_OF_IT}(?=\\S)`]),
    `()[,.!]\\s*(?:${MARKED}${named})(?=\\s*[.!?]*$)`,
    `${SPOKEN_OF}()\\s+(?:${ENDEARMENTS})(?=\\s*[.!?]*$)`,
    // “Are you Ember” asks for the name.
    ...(name === null ? [] : [`${SPOKEN_OF}(?<!\\b(?:are you|name))()\\s+${name}(?=\\s*[.!?]*$)`]),
  ];
  const rest = patterns.reduce(
    (text, pattern) => text.replace(new RegExp(pattern, 'iu'), '$1'),
    turn,
  );
  return /[\p{L}\p{N}]/u.test(rest) ? rest : turn;
}
