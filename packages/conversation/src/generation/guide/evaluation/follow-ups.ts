/** Turns of one conversation, and the entry that answers the last of them. */
export interface FollowUp {
  readonly turns: readonly [string, ...string[]];
  readonly expected: readonly string[];
  /** The last answer is the entry's longer follow-up. */
  readonly more?: true;
}

export const followUps: readonly FollowUp[] = [
  { turns: ['What is the AI tutor?', 'Tell me more'], expected: ['tutor-what'], more: true },
  {
    turns: ['What is Prompt Hero?', 'Can you go into more detail?'],
    expected: ['prompt-what'],
    more: true,
  },
  { turns: ['What is the AI tutor?', 'How much does it cost?'], expected: ['price-what'] },
  { turns: ['What is the AI tutor?', 'Is it safe?'], expected: ['tutor-safe'] },
  { turns: ['Tell me about the mood tracker', 'Is it safe?'], expected: ['mood-who'] },
  { turns: ['Tell me about the mood tracker', 'Can they skip it?'], expected: ['mood-choice'] },
  {
    turns: ['Tell me about the mood tracker', 'What about parents?'],
    expected: ['mood-who', 'parents-what'],
  },
  { turns: ['What do you offer teachers?', 'What about parents?'], expected: ['parents-what'] },
  { turns: ['What do you offer teachers?', 'And students?'], expected: ['students-what'] },
  { turns: ['How does it help with math?', 'And science?'], expected: ['apps-science'] },
  { turns: ['How does it help with math?', 'How about coding?'], expected: ['apps-coding'] },
  { turns: ['Are you FERPA compliant?', 'And COPPA?'], expected: ['law-coppa'] },
  { turns: ['How much does it cost?', 'Yes please'], expected: ['booking-how'] },
  { turns: ['Do you have a helicopter?', 'Yes'], expected: ['booking-how'] },
  { turns: ['What is Prompt Hero?', 'How does the scoring work?'], expected: ['prompt-score'] },
  { turns: ['What is Prompt Hero?', 'Who is it for?'], expected: ['prompt-who'] },
  { turns: ['What is the AI tutor?', 'How does it work?'], expected: ['tutor-how'] },
  { turns: ['Tell me about the mood tracker', 'How does that work?'], expected: ['mood-what'] },
  {
    turns: ['Can we host it ourselves?', 'What hardware does it need?'],
    expected: ['platform-hardware'],
  },
  { turns: ['How do I book a demo?', 'How long does it take?'], expected: ['booking-length'] },
  { turns: ['How do I book a demo?', 'Can I cancel it?'], expected: ['booking-change'] },
  { turns: ['Is this call recorded?', 'How long do you keep it?'], expected: ['privacy-kept'] },
  {
    turns: ['What is the digital literacy curriculum?', 'What topics does it cover?'],
    expected: ['curriculum-topics'],
  },
  { turns: ['What are plugins?', 'Can I see one?'], expected: ['plugins-demo'] },
];
