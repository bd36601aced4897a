/** What we do for schools: a column of the footer, and what the contact form offers. */
export const ourServices = [
  'Custom AI Development',
  'AI Training & Adoption',
  'AI Literacy for Educators',
  'AI Literacy for Students',
] as const;

/** What a demo can be about. */
export const servicesOfInterest = [...ourServices, 'Plugins'] as const;
export type ServiceOfInterest = (typeof servicesOfInterest)[number];
