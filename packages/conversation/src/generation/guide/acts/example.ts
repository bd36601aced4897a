import { plainWords } from './plain-words.ts';

const EXAMPLE =
  /^(?:(?:and|but|so|oh|ok|okay|well|hm+|um|sorry) )*(?:like what(?: sort| kind)?|such as(?: what)?|for (?:example|instance)|what for (?:example|instance)|(?:(?:can|could|would) you )?(?:give|name|show|tell) (?:me|us) (?:an?|one|some|any|a few) examples?|(?:an?|any|some|got any|do you have (?:any|an|some)) examples?|(?:like )?what (?:sort|kind)s? of (?:thing|stuff|tool)s?)(?: (?:for (?:example|instance)|of (?:that|this|it|those|these)|then|though|exactly|please|maybe|would that be|is that))*$/;

/** Whether a turn asks for an example of what was said, and for nothing else: “like what”, “such as”. */
export function asksExample(turn: string): boolean {
  return EXAMPLE.test(plainWords(turn));
}
