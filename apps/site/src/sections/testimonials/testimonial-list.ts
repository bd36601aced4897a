export interface Testimonial {
  readonly initials: string;
  readonly name: string;
  readonly role: string;
  readonly organisation?: string;
  readonly quote: string;
}

/** Written for this site as samples, and called so on the page: put quotes about your own school here. */
export const testimonials: readonly Testimonial[] = [
  {
    initials: 'MR',
    name: 'Maya R.',
    role: 'Parent',
    quote:
      'She used to ask me for the answer. Now she comes to dinner with a question of her own, and then with the next one.',
  },
  {
    initials: 'DO',
    name: 'Daniel O.',
    role: 'Head of staff',
    organisation: 'a charter school network',
    quote:
      'Our teachers did not need another tool. They needed students who can say what they do not understand. That is what we practice here.',
  },
  {
    initials: 'TL',
    name: 'Theo L.',
    role: 'Parent',
    quote:
      'I like that it tells him it is an AI, and that it sends him back to his teacher when it is not sure.',
  },
];
