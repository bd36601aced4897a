/** Why the page cannot offer a call. */
export type Problem =
  | 'no-address'
  | 'broken-address'
  | 'unknown-key'
  | 'revoked-key'
  | 'disabled-key'
  | 'expired-key'
  | 'other-assistant'
  | 'other-origin'
  | 'no-assistant'
  | 'too-many'
  | 'no-answer';

interface ProblemStrings {
  readonly title: string;
  readonly text: string;
}

const ASK = 'Ask the person who gave you the address for a new one.';

const strings: Readonly<Record<Problem, ProblemStrings>> = {
  'no-address': {
    title: 'Who would you like to talk with?',
    text: 'Every assistant has its own address, which continues this page’s. Open the complete address you were given.',
  },
  'broken-address': {
    title: 'This address is incomplete',
    text: 'Part of it was lost, perhaps when it was copied. Copy the complete address and open it again.',
  },
  'unknown-key': {
    title: 'This address is not known here',
    text: `This server never issued its key, or a letter of it was changed. ${ASK}`,
  },
  'revoked-key': {
    title: 'This address is no longer in use',
    text: `Its key was withdrawn; perhaps the assistant is gone, too. ${ASK}`,
  },
  'disabled-key': {
    title: 'This assistant is away',
    text: 'Its key is switched off for now. Try again later, or ask the person who gave you the address.',
  },
  'expired-key': {
    title: 'This address has expired',
    text: `It was valid for a limited time. ${ASK}`,
  },
  'other-assistant': {
    title: 'This address does not fit together',
    text: `Its key is for another assistant. ${ASK}`,
  },
  'other-origin': {
    title: 'This address does not work here',
    text: 'Its key may be used on other sites only. The people who run this server can allow it here, too.',
  },
  'no-assistant': {
    title: 'This assistant is gone',
    text: `It was deleted. ${ASK}`,
  },
  'too-many': {
    title: 'Too many requests',
    text: 'The server is busy. Try again in a minute.',
  },
  'no-answer': {
    title: 'The server does not answer',
    text: 'Perhaps it is being started again, or your connection is gone. Try again in a moment.',
  },
};

/** What went wrong and what to do about it, for the visitor. */
export function problemStrings(problem: Problem): ProblemStrings {
  return strings[problem];
}

/** Whether the same address may work later. */
export function mayPass(problem: Problem): boolean {
  return problem === 'too-many' || problem === 'no-answer' || problem === 'disabled-key';
}
