/** The facts of the brand. To run this site under another name, change this file and nothing else. */
export const brand = {
  name: 'Kindling',
  promise: 'Curiosity needs a little kindling.',
  phone: '+1 (212) 555-0148',
  phoneHref: 'tel:+12125550148',
  email: 'hello@kindling.example',
  location: 'New York',
  since: 2026,
  social: [
    { network: 'Instagram', href: 'https://www.instagram.com/kindling.example' },
    { network: 'Facebook', href: 'https://www.facebook.com/kindling.example' },
    { network: 'LinkedIn', href: 'https://www.linkedin.com/company/kindling-example' },
    { network: 'X', href: 'https://x.com/kindlingexample' },
  ],
} as const;

export type SocialNetwork = (typeof brand.social)[number]['network'];
