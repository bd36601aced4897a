/** What a mail says, before it is text or HTML. Every string is plain text and may hold anything. */
export interface EmailTemplate {
  /** Mail programs show it beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly intro: readonly string[];
  readonly facts: readonly EmailFact[];
  readonly outro: readonly string[];
  readonly action?: EmailAction;
  /** Why the reader got this mail. */
  readonly reason: string;
}

export interface EmailFact {
  readonly label: string;
  /** Line breaks are kept. */
  readonly value: string;
  /** No longer so. */
  readonly isPast?: boolean;
}

export interface EmailAction {
  readonly label: string;
  /** An http or https address. */
  readonly href: string;
}
