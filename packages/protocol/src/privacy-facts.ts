/**
 * What the privacy page says of a deployment: the server writes a sentence in the place of each, by how
 * it is set up. So one build serves every deployment and tells no visitor what is not so.
 */
export const PRIVACY_FACTS = [
  'promise',
  'voiceKept',
  'voiceUntil',
  'wordsKept',
  'wordsUntil',
  'callSound',
  'callWords',
  'callUntil',
  'logsUntil',
  'hearers',
] as const;
export type PrivacyFact = (typeof PRIVACY_FACTS)[number];
export type PrivacyFacts = Readonly<Record<PrivacyFact, string>>;

/** Stands in the built page where the server writes a fact. */
export function privacyFactPlaceholder(fact: PrivacyFact): string {
  return `[privacy-fact:${fact}]`;
}
