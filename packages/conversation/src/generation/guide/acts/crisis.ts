/** Words of death and harm that mean neither; taken out before anything is looked for. */
const FIGURES_OF_SPEECH =
  /\b(time to kill|kill(ing|s)? time|killer (feature|app)|killing it|(it|this|that|you) (is|are|will be) killing me|kill two birds|to die for|dead tired|(die|dying|kill(ing)? myself) (of |from |with )?(laugh\w*|boredom|embarrassment)|dying to|(cut|cutting) myself (a|some|short|off)|(battery|phone|laptop|tablet|computer|app|wifi|car|plant) (is )?(going to|about to|wants to) die)\b/g;

/** Someone asks what the product does in such a case. It leads up to the words of the case, or is the first of them. */
const SUPPOSED =
  /\b(what (happens|if|would|do you do|does it do)|how (does|do|would|will|should) (it|you|the|this|teachers?|schools?|we)|(does|would|will|can|could) (it|this|the \w+|kindling)|if (a|an|some|one of|any) (\w+ )?(kid|child|student|pupil|teenager|girl|boy)|when (a|some|any) (\w+ )?(kid|child|student|pupil)|just kidding)\b/;

/**
 * “Like a kid types something about hurting himself, what happens then”: of no child in particular, to learn what is done.
 * A caller who repeats what a child says may know the child.
 */
const IN_GENERAL =
  /\b(?:(?:like|say|if|when|suppose|imagine) (?:a|an|any|some|one of (?:the|our|my)) (?:\w+ )?(?:kid|child|student|pupil|teenager|girl|boy)|(?:a|an|any) (?:\w+ )?(?:kid|child|student|pupil|teenager|girl|boy) (?:types|picks|clicks|searches))\b.{0,200}\b(?:what (?:happens|would happen|does (?:it|your|the|kindling))|(?:does|would|will|can) (?:it|your \w+|the (?:tutor|system|platform|tool|app|ai)|kindling|any\w*|some\w*) (?:flag|tell|notice|alert|notify|report|do|get|know|react|catch|see|send|pick)\b|who (?:is|gets|would be) (?:told|notified|informed|alerted))/;

/** The word only occurs as a topic: of a lesson, a book or the news. */
const TOLD_OF =
  /\b(unit on|policy|prevention|lesson|essay|novel|book|movie|film|show|song|news|article|chapter|poem|play|game|software|budget|meeting|mission|years ago|last (year|month|week))\b/;

const DEATH = `(die|dying|be dead|kill(ing)? myself|end(ing)? (it( all| tonight| now)?|my life|everything)|not be (here|alive)|be gone|disappear)`;
const WANTS = `(want( to)?|wish( i (was|were))?|going to|plan(ning)? (to|on)|decided to|ready to|thinking (about|of)|think about|feel like|tried to|about to)`;
const WHO = `(he|she|they|somebody|someone|dad|father|mom|mommy|mother|stepdad|stepfather|stepmom|uncle|aunt|brother|teacher|coach|boyfriend|girlfriend|husband|wife|grandpa|cousin|neighbor|man|guy|boy|parents)`;
const CHILD = String.raw`\b(my|our|a) (best |little |older )?(friend|son|daughter|student|pupil|kid|child|girl|boy|brother|sister|classmate|girlfriend|boyfriend|mom|dad|wife|husband|partner|roommate)\b`;
const ONESELF = '(myself|himself|herself|themselves)';

/** Of the person who speaks, or of someone near to them, now. */
const CRIES = [
  // Harm to oneself.
  String.raw`\bi\b.{0,30}\b${WANTS}\b.{0,20}\b${DEATH}\b`,
  String.raw`\b(i|me)\b.{0,6}\bwant (to )?die\b`,
  String.raw`\b(kill|hurt|harm|cut|hang|shoot|drown|burn|starve)(ing)? myself\b`,
  String.raw`\bi (really )?(do not|can not|never) (really )?(want|wish) to (be alive|live|exist|wake up|be here)\b`,
  String.raw`\b(no reason|nothing left|not worth|can not|do not want) (to )?(go on|live|liv\w+)( any ?more)?\b`,
  String.raw`\b(better off (without me|if i (was|were)|dead)|nobody would (miss|care|notice)|no one would (miss|care|notice))`,
  String.raw`\bi (am|feel|have been|was)\b.{0,12}\bsuicidal\b`,
  String.raw`\bi (am |have been )?(cut|cutting|burn|burning) my (arms?|wrists?|legs?|skin)\b`,
  String.raw`\b(i|he|she|they) (just |have |has )?(took|taken|swallowed)\b.{0,25}\b(pills|tablets|bleach|poison|too many)\b|\boverdos`,
  String.raw`\b(suicide note|goodbye (letter|note))\b`,
  String.raw`\b(want|going|ready) to jump\b`,
  String.raw`\b(pills|rope|knife|blade|razor|gun)\b.{0,60}\b(here|ready|in my hand|tonight|on myself|use it)\b`,
  String.raw`\bnot feel safe (with|by|around) (myself|him|her|them)\b`,
  // Someone near.
  String.raw`${CHILD}.{0,60}\b(kill|hurt|harm|cut)(ing|s)? ${ONESELF}\b`,
  String.raw`${CHILD}.{0,60}\b(want(s|ed)? to (die|end|not)|going to (jump|end)|suicidal|took (some |his |her |a lot of )?pills|overdos|not breathing|unconscious|bleeding)`,
  // The line itself is asked for.
  String.raw`\b(?:number|hot ?line|help ?line)\b.{0,40}\b(?:in (?:real|really|serious|big|deep)? ?(?:trouble(?! with)|danger)|in (?:a )?crisis|in despair|desperate|suicidal)\b`,
  // Abuse.
  String.raw`\b${WHO}\b.{0,20}\b(hits?|hitting|beats?|beating|kicks?|chok(es?|ing)|hurts?|hurting|rap(es?|ed|ing)|molest\w*|abus(es?|ed|ing)|touch(es|ed|ing)?|threaten\w*|locks?|locked)\b.{0,12}\b(me|my|us|mommy)\b`,
  String.raw`\bi (?:am being|keep getting) (?:hit|beaten|kicked|slapped|punched)\b(?! (?:with|out|off|by an?)\b)`,
  String.raw`\bi (?:get|got|am) (?:hit|beaten|kicked|slapped|punched) (?:at home|by (?:my|him|her|them|some\w+))\b`,
  String.raw`\b(scared|afraid|frightened) (to go|of going) home\b`,
  String.raw`\b(comes? in(to)? my (room|bed)|does things to me|where i do not want|take off my clothes|naked (pictures?|photos?) of me|has pictures of me)\b`,
  String.raw`\b(do not|never) give me (any )?(food|water)\b|\blocked (me )?in the (basement|closet|room)\b`,
  String.raw`\bi am (being )?(abused|raped|beaten|molested)\b|\bbeing abused\b`,
  // Danger.
  String.raw`\b(is|are|am) (going to|about to) (kill|shoot|stab|hurt) (me|us|him|her|them|you|those|these|everyone|everybody|people|my)\b`,
  String.raw`\b(gun|knife|shooter|bomb) (in|at|to|into) (our|my|the|this) (school|class\w*|house|building)\b|\bactive shooter\b|\bshoot(ing)? up\b`,
  String.raw`\bbring (a|my|my dad s|his) .{0,12}(gun|knife) to school\b`,
  String.raw`\b(broke|breaking|broken) in(to)? (the|our|my) (house|home|apartment)\b`,
  String.raw`\bnot breathing\b|\bcan not breathe\b|\bcall (an ambulance|the police)\b|\bbleeding (a lot|badly|out)\b`,
].map((pattern) => new RegExp(pattern));
/** A caller who speaks of their own hurt is in need, whatever they ask besides. */
const OF_ONESELF =
  /\b(?:i|we|me|my (?!(?:class|school|students|pupils|kids)\b)\w+)\b.{0,40}\b(?:hurt|harm|kill|cut|suicid\w*|die|dying|dead|pills|hit|hits|beat|beats|touch\w*)\b|\b(?:just now|right now|tonight)\b/;
/** In itself no more than a word of the subject. */
const NAMED = /\bi\b.{0,40}\b(suicide|self harm)\b/;

/**
 * Whether someone is in danger. Clear words only: a scrap that the recogniser misheard must not bring the crisis line,
 * and a head teacher asks about such words without being in need.
 *
 * @param plain in plain words
 */
export function isCrisis(plain: string): boolean {
  const literal = plain.replace(FIGURES_OF_SPEECH, ' ');
  const cries = TOLD_OF.test(literal) ? CRIES : [...CRIES, NAMED];
  if (IN_GENERAL.test(literal) && !OF_ONESELF.test(literal)) return false;
  const supposed = literal.search(SUPPOSED);
  return cries.some((cry) => {
    const at = literal.search(cry);
    return at >= 0 && (supposed < 0 || at < supposed);
  });
}
