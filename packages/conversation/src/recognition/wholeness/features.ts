/** Closed classes and the commonest verbs: they stand for themselves, everything else for its ending. */
const CLOSED = new Set(
  `a an the this that these those my your our their his her its some any every each all both no another other such
  what which who whose where when why how i you he she it we they me him us them one ones someone anyone everyone
  something anything everything nothing there here am is are was were be been being do does did done have has had
  having can could will would shall should may might must ought not and but or so because if when while although
  though since until unless than as whether of in on at by for with from to into about over after before under
  between through during without against around off up down out near like per via very really quite just also too
  only even still already yet again ever never always maybe actually basically please ok okay yes yeah no nope yep
  thanks thank sorry um uh er hmm oh well hi hello hey right more most less least much many few little lot lots bit
  kind sort i'm you're we're they're it's that's there's what's who's how's where's let's i've we've you've they've
  i'd we'd you'd i'll we'll you'll it'll don't doesn't didn't can't couldn't won't wouldn't isn't aren't wasn't
  weren't haven't hasn't shouldn't get got go going gonna wanna want need know think mean say said tell ask see make
  take use`.split(/\s+/),
);
const ENDING = /^.{3,}(ing|ed|ly|tion|ment|ness|ity|able|ive|ful|ous|al|er|est|s)$/;
/** A clause begins with one of these. */
const CLAUSE_START = new Set(
  'what which who where when why how if because and but or so'.split(' '),
);

const START = '^';

function classOf(word: string): string {
  if (CLOSED.has(word)) return word;
  if (/^\d+$/.test(word)) return '#';
  return `X${ENDING.exec(word)?.[1] ?? ''}`;
}

/** Marks left out; in lower case. */
export function wordsOfTurn(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/** What of these words tells whether they are all that is to come. */
export function wholenessFeatures(words: readonly string[]): string[] {
  const classes = words.map(classOf);
  const last = words.at(-1) ?? START;
  const before = words.at(-2) ?? START;
  const [third, second, end] = [-3, -2, -1].map((at) => classes.at(at) ?? START);
  const first = words[0] ?? START;
  const opening = words.slice(0, 2).join(' ');
  const clauseAt = Math.max(
    0,
    words.findLastIndex((word) => CLAUSE_START.has(word)),
  );
  const clause = words.slice(clauseAt, clauseAt + 2).join(' ');
  const length = words.length - clauseAt;
  const shape = classes
    .slice(clauseAt)
    .slice(-5)
    .map((name) => (name.startsWith('X') ? 'X' : name));
  return [
    `last ${last}`,
    `two ${before} ${last}`,
    `after ${second} ${last}`,
    `word-end ${last.slice(-3)}`,
    `ends ${end}`,
    `ends2 ${second} ${end}`,
    `ends3 ${third} ${second} ${end}`,
    `length ${Math.min(words.length, 14)}`,
    `first ${first}`,
    `first ${first} ${Math.min(words.length, 6)}`,
    `first ${first} ${end}`,
    `opening ${opening}`,
    `opening ${opening} ${end}`,
    `clause ${words[clauseAt]} ${Math.min(length, 6)}`,
    `clause ${words[clauseAt]} ${end}`,
    `clause ${clause} ${Math.min(length, 5)}`,
    `shape ${shape.join(' ')}`,
  ];
}
