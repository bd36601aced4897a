/** At the very end of a turn, whatever comes before. */
const GOODBYE_LAST =
  /(?<!\bhow (?:do|can|to|would|should) (?:i |you |we )?)\b(good ?bye|bye( ?bye)?|ciao|farewell|cheerio|ta ?ra|ta ?ta|toodle ?(oo|pip)|see (ya|you)( (later|soon|around|then|tomorrow))?|catch (you|ya) (later|soon|around)|talk (to you )?(later|soon)|hang(ing)? up|end (the|this) call( here)?|good day)( (now|then|for now|(and )?god bless( you)?|everyone|everybody|all|ember|kindling|please|(and )?(thank you|thanks|cheers|ta)( so much| very much| a lot| again)?( for (your|the|all|all the|all your) (help|time|info|information|answers?))?|(my )?(dear|love|friend|darling|sweetheart|sweetie|honey)|mate|buddy|pal|sir|madam|ma am))*$/;
/** A farewell only where nothing else is said; “godby” is what recognisers make of it. */
const LEAVING =
  /\b(go+d ?by|godbye|have a (good|great|nice|lovely|wonderful) (day|one|evening|weekend|night|afternoon|rest of your day|time)|take care( of yourself)?|good ?night|so long|(that is|that was|that will be|that would be) (all|it|everything)(?! (right|good|well|fine|very))( for (now|today|me))?( i (need|needed|wanted)( to know)?)?|i (have|need|got|have got) to (go|run|leave)|i (should|will|must) (go|get going|let you go)( now)?|i am (off|leaving|all set|done)( now)?|i am out( of here)?( later| laters)?|no (more|further|other) questions|nothing else|peace( out)?|laters)\b/g;
const COURTESY =
  /\b(ok|okay|alright|whatever|all right|right|well|so|then|now|yes|yeah|no|oh|um|uh|and|but|just|i think|i guess|great|good|perfect|lovely|cool|super|brilliant|thanks|thank you|thank|cheers|ta|very much|so much|a lot|again|for (your|the|all the|all your|all) (help|time|info|information|answers?)|for (now|today|everything)|you have been (very |really |so )?helpful|you too|too|nice talking to you|appreciate it|please|we are good|i am good|my (mom|mum|dad) says|ember|bye)\b/g;

/** “Bye” as recognisers write it behind thanks or an “okay”: “Ok, bite.”, “Thank you, Dubai.”. */
const MISHEARD_BYE =
  /(?<=\b(ok|okay|thanks|thank you|that is all|that is everything|much) )(by|bite|bi|dubai)$/;

/**
 * Whether the whole turn is a farewell: half of one ends no call.
 *
 * @param plain in plain words
 */
export function isFarewell(plain: string): boolean {
  if (GOODBYE_LAST.test(plain)) return true;
  const rest = plain.replace(MISHEARD_BYE, '').replace(LEAVING, '');
  return rest !== plain && rest.replace(COURTESY, '').trim() === '';
}
