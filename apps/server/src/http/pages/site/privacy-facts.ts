import {
  PRIVACY_FACTS,
  type PrivacyFacts,
  privacyFactPlaceholder,
} from '@kindling/protocol/privacy-facts';

/** What is so now: an operator may change it while the server runs. */
export type ReadPrivacyFacts = () => Promise<PrivacyFacts>;

export function holdsPrivacyFacts(html: string): boolean {
  return PRIVACY_FACTS.some((fact) => html.includes(privacyFactPlaceholder(fact)));
}

/** Writes the facts into a page, as text. */
export function fillPrivacyFacts(html: string, facts: PrivacyFacts): string {
  return PRIVACY_FACTS.reduce(
    (text, fact) => text.replaceAll(privacyFactPlaceholder(fact), () => escapeHtml(facts[fact])),
    html,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
