import { asksAnywhere } from '../../../retrieval/language/segments.ts';

/** How the answer is to be said, before or behind the question. */
const MANNER =
  /(?:\b(?:can|could|would|will) you |\bjust |\bplease )*\b(?:give me the (?:short|quick|simple) (?:version|answer)|(?:the )?(?:short|quick) (?:version|answer)(?= please)|make it (?:short|quick|brief)|keep it (?:short|brief|simple)|in a nutshell|in your own (?:words|view|opinion)|cut to the chase|without the (?:marketing|sales talk|pitch)|(?:do not|don['’]t) give me (?:the |any )?(?:marketing|sales talk|pitch)|(?:is that )?(?:a )?yes or (?:a )?no(?! (?:question|answer)))\b(?: please)?[\s,.;:]*/giu;
/** The same only where the guide is to say it: students may be asked to answer in one sentence. */
const IN_WORDS =
  /(?<=^(?:(?:so|okay|ok|and|just|please|right|well) )*|\b(?:tell|give|explain|describe)\b.*)\bin (?:one|a|a single|two|a couple of|a few) (?:sentences?|words)\b(?: please)?[\s,.;:]*/giu;
/** Fewer words than these ask nothing of their own. */
const MIN_QUESTION_WORDS = 4;

/**
 * A question without what is said about the manner of the answer: whoever wants "the short version" of something else
 * than what was just said does not want that shorter. Unchanged where nothing else is asked.
 */
export function withoutManner(turn: string): string {
  const rest = turn.replace(MANNER, ' ').replace(IN_WORDS, ' ').replace(/\s+/g, ' ').trim();
  if (rest === turn.replace(/\s+/g, ' ').trim()) return turn;
  const isQuestion = rest.split(' ').length >= MIN_QUESTION_WORDS && asksAnywhere(rest);
  return isQuestion ? rest : turn;
}
