const TAG =
  /^(?:or )?(?:is|are|was|were|does|do|did|has|have|can|could|will|would)(?: not)? (?:it|that|they|you|he|she|we)(?: not)?$/;

/**
 * Whether a clause is nothing but a tag, which asks for no answer of its own: “… isn't it”, “… or can they”.
 *
 * @param plain in plain words
 */
export function isTag(plain: string): boolean {
  return TAG.test(plain);
}
