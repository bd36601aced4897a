/** Every address of the site that is a page. */
export const pages = [
  '/',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/no/such/page',
] as const;
