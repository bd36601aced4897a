/** Lower case, without accents' variants and punctuation, one space between words. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whole words alone: `art` is not in `start`. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const sought = normalise(phrase);
  return sought !== '' && ` ${normalise(text)} `.includes(` ${sought} `);
}

const STOP_WORDS = new Set(
  `a an and any are as at be been being but by can could did do does for from had has have he her his
  how i if in into is it its may me might must my never no nor not of off on or our own shall she should
  so some such than that the their them then there these they this those to too under until up very was
  we were what when where which while who whom will with without would you your dont doesnt
  didnt wont cant isnt arent assistant agent bot ai user caller customer person tester call chat
  conversation reply response answer answers answered say says said saying tell tells told telling
  mention mentions mentioned mentioning state states speak speaks ask asks asked asking explain
  explains explained give gives given offer offers offered correctly clearly about least once`.split(
    /\s+/,
  ),
);

/** What a sentence is about: its words but the ones that every sentence has, cut to their stems. */
export function contentWords(text: string): string[] {
  const words = normalise(text)
    .split(' ')
    .filter((word) => word !== '' && !STOP_WORDS.has(word));
  return [...new Set(words)];
}

const SUFFIX = /(?:ingly|edly|ings|ing|ies|ied|ers|est|ed|es|er|ly|s|y|e)$/;

/** Close enough to tell `booking`, `booked` and `books` as one; not for show. */
export function stem(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '');
  return word.replace(SUFFIX, '').replace(/([bdgklmnprt])\1$/, '$1');
}
