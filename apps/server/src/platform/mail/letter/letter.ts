/** What a mail says, before it is text or HTML. Every string is plain text and may hold anything. */
export interface Letter {
  /** Mail programs show it beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly intro: readonly string[];
  readonly facts: readonly LetterFact[];
  readonly outro: readonly string[];
  readonly action?: LetterAction;
  /** Why the reader got this mail. */
  readonly reason: string;
}

export interface LetterFact {
  readonly label: string;
  /** Line breaks are kept. */
  readonly value: string;
  /** No longer so. */
  readonly isPast?: boolean;
}

export interface LetterAction {
  readonly label: string;
  /** An http or https address. */
  readonly href: string;
}
