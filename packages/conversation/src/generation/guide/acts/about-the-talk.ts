/** What a turn asks of the conversation itself. */
export type AboutTheTalk = 'repeat' | 'slower' | 'shorter' | 'presence' | 'human' | 'wait';

/** In more words than these, something else is asked as well. */
const LONGEST = 17;

const ASKS: readonly (readonly [AboutTheTalk, RegExp])[] = [
  [
    'shorter',
    /\b((?<!\b(?:we|they|he|she|it|schools?|students?|pupils?|teachers?) (?:make|keep|have|get|choose|set) (?:it|that|this|them) )shorter(?! (?:steps?|lessons?|texts?|tasks?|sessions?|days?|hours?|time|ones?|sentences?,? (?:for|can|could|does|will|would)|words? for)\b)|(?<=^(?:\S+ ){0,9})(in|into) (one|a single) sentence|in short|(keep|make) it short|short version(?! of)|briefly|(that|it) (is|was) too long|in a few words|sum (it|that|this) up|(in )?(simpler|easier) words|more simple|(say|explain|put) (that|it|this) (\w+ )?(easier|simpler|simply))\b/,
  ],
  [
    'slower',
    /\b(slower|slow down|more slow(ly)?|too fast|not so fast|speak up|louder|(barely|hardly|can not|could not) hear you)\b/,
  ],
  [
    'repeat',
    /^((oh|um|uh|wait|hang on|okay|no) )*(i am |am )?(sorry |pardon )*((come|say( that| it)?|tell me( that)?|once|repeat( that| it)?|and) again|pardon( me)?|(what|how) (was|is) that( again| last (bit|part))?|what was the last (bit|part)|what did you (just )?say|(one|once) more( time)?|(can|could|would) you (please )?(repeat|say) (that|it)( again| once more)?|repeat (that|it)|i (did not|do not|could not) (really |quite )?(catch|hear|get) (that|it|you|what you said))( (please|again|one|last|bit|part|sorry|once more))*$/,
  ],
  [
    'presence',
    /\b(are you (still )?(there|here)|are you (still )?on( the (line|phone|call))?$|((can|do) you|you) (still )?hear me(?! all| always)|(?<!\b(?:of|to|with|from|for|reach|contact|ask|tell|phone|ring|call|email|meet|know) )(is )?(any|some)(body|one) there(?! at| on| in| who| when)|you (still )?there|is (this|it) (thing )?(working|on)$)\b/,
  ],
  [
    'wait',
    /^((oh|okay|um|uh|sorry|no|please|just|mhm|mm hmm|mmhmm|yes|yeah|can you|could you) )*(hang on|hold on|wait( wait)*|bear with me|((give me )?(just )?(a|one) (moment|second|sec|minute)))( (please|now|there|sorry|for|just|a|one|moment|second|sec|minute))*( (somebody|someone|there is|that is|my|the|i have|i need|i am|let me|while)\b.*)?$/,
  ],
];

/** Whether it is a person that talks: said in passing, too, “oh so you're not a real person then”. */
const HUMAN =
  /(?<!\b(?:know|knew|aware|told me|said)(?: that)? )\b(?:(?:are you|you are|if you are|am i (?:talking|speaking) (?:to|with)|is (?:this|that|it)(?= (?:a |an |the )?(?:real|human|robot|machine|recording|bot|person)\b)) (?:not |really |actually |even |just )*(?:a |an |the )?(?:real |actual |living |true )*(?:humans?|person|robot|machine|bot|computer|(?<=\ba )recording|ai|program|lady|somebody real|someone real))(?! learning| science| lab| room)\b/;

/** “The bell was going there, I missed that, can you say it again”: the reason comes first. */
const MISSED =
  /\b(?:missed (?:that|it|what you said|the last (?:bit|part))|(?:did not|could not) (?:really |quite )?(?:catch|hear|get) (?:that|it|you|what you said))\b.*\b(?:say|repeat|tell me) (?:that|it|this)(?: again| once more| please)*$/;

/** Asks of something else than the talk: "can it use simpler words?". */
const OF_ANOTHER =
  /^((so|and|but|okay|um|uh) )*(can|could|does|do|did|is|will|would) (it|he|she|they|the|this|that)\b/;

/**
 * Null: nothing of it.
 *
 * @param plain in plain words
 */
export function findAboutTheTalk(plain: string): AboutTheTalk | null {
  if (plain.split(' ').length > LONGEST) return null;
  if (HUMAN.test(plain)) return 'human';
  if (OF_ANOTHER.test(plain)) return null;
  if (MISSED.test(plain)) return 'repeat';
  return ASKS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
