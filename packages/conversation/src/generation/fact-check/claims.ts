/** Something a sentence commits to: a law or certificate, or a promise. */
export interface Claim {
  readonly kind: 'law' | 'promise';
  /** The same for every wording of it. */
  readonly key: string;
  readonly negated: boolean;
}

const LAWS =
  /\b(gdpr|dsgvo|ferpa|coppa|hipaa|cipa|ccpa|cpra|sopipa|pipeda|lgpd|ny ed ?law 2-?d|nist|fedramp|stateramp|tx-?ramp|pci(?:[ -]dss)?|soc[ -]?[123]|soc (?:one|two|three)|iso(?:[ /-]iec)?(?:[ -]?\d{3,5})?|wcag|vpat|section 508|title ix|ai act|privacy shield|general data protection regulation)\b/gi;

const PROMISES: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['certified', /\bcertif(?:y|ies|ied|icates?|ications?)\b/gi],
  ['compliant', /\bcompl(?:y|ies|ied|iant)\b/gi],
  ['compliance', /\bcompliance\b/gi],
  ['accredited', /\baccredit\w*/gi],
  ['approved', /\bapprov(?:e|es|ed|al)\b/gi],
  ['audited', /\baudit(?:s|ed|ing)?\b/gi],
  ['guarantee', /\bguarant(?:ee|ees|eed|y)\b/gi],
  ['promise', /\bpromis(?:e|es|ed)\b/gi],
  ['warranty', /\bwarrant(?:y|ies)\b/gi],
  [
    'free',
    /(?<!-)\b(?:free|no (?:extra )?(?:cost|charge)|costs? nothing|without (?:cost|charge)|complimentary)\b(?! to (?:ask|call|reach|contact|write|say|choose|use))/gi,
  ],
  [
    'always',
    /\b(?:always|every time|at all times|(?:a)?round the clock|24\/7|twenty[- ]four seven)(?!\p{L})/giu,
  ],
  ['never', /\bnever\b/gi],
  ['refund', /\b(?:refund\w*|money[- ]back|reimburs\w*)/gi],
  ['discount', /\bdiscount\w*/gi],
  ['unlimited', /\b(?:unlimited|no limits?)\b/gi],
  ['forever', /\b(?:forever|lifetime)\b/gi],
  [
    'riskless',
    /\b(?:no risks?|risk-free|(?:completely|totally|perfectly) (?:safe|secure|private))\b/gi,
  ],
  ['nonprofit', /\b(?:non-?profit|not-for-profit|charit(?:y|ies|able))\b/gi],
  ['award', /\bawards?\b/gi],
  ['partner', /\b(?:partner(?:s|ed|ing|ship)?|affiliated) with\b/gi],
  ['endorsed', /\b(?:endors(?:es|ed|ement)|(?:recommended|backed|funded|trusted) by)\b/gi],
];

/** Such words in a manner of speaking. */
const MANNERS =
  /\b(?:feel free|always (?:happy|glad|welcome|ready to help)|never mind|never hesitate)\b/gi;
const NEGATION = /\b(?:not|no|never|nor|neither|without|cannot|hardly)\b|n['’]t\b/i;
/** Words before a claim in which a "not" belongs to it. */
const NEGATION_REACH = 6;
/** What follows is said on its own account. */
const CLAUSE = /[;:—–]|,?\s+\b(?:but|however|though|although|yet|while|whereas)\b|,\s+/;

/** The claims of a sentence. */
export function readClaims(sentence: string): Claim[] {
  const literal = sentence.replace(MANNERS, ' ');
  return literal.split(CLAUSE).flatMap((clause) => [
    ...Array.from(clause.matchAll(LAWS), (match) => ({
      kind: 'law' as const,
      key: match[0].toLowerCase().replace(/[^a-z0-9]+/g, ''),
      negated: false,
    })),
    ...PROMISES.flatMap(([key, pattern]) =>
      Array.from(clause.matchAll(pattern), (match) => ({
        kind: 'promise' as const,
        key,
        negated: isNegated(clause.slice(0, match.index)),
      })),
    ),
  ]);
}

/** Whether a clause says of something that it is not so. */
export const isNegative = (clause: string): boolean => NEGATION.test(clause);

function isNegated(before: string): boolean {
  return NEGATION.test(
    before
      .split(/\s+/)
      .slice(-NEGATION_REACH - 1)
      .join(' '),
  );
}

/** The sentence without the words of its claims: what it is about. */
export function withoutClaims(sentence: string): string {
  return PROMISES.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), sentence);
}
