import { brand } from '@kindling/protocol/brand';
import { SITE_ORIGIN_PLACEHOLDER as origin } from '@kindling/protocol/site-origin';

/** Schema.org's Organization and WebSite as JSON that may stand in HTML. Only what the brand's file says. */
export function structuredData(description: string): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    slogan: brand.promise,
    address: { '@type': 'PostalAddress', addressLocality: brand.location },
    sameAs: brand.social.map(({ href }) => href),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'sales',
      telephone: brand.phone,
      email: brand.email,
      availableLanguage: 'English',
    },
  };
  const webSite = {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: brand.name,
    url: `${origin}/`,
    description,
    inLanguage: 'en',
    publisher: { '@id': `${origin}/#organization` },
  };
  const data = { '@context': 'https://schema.org', '@graph': [organization, webSite] };
  // `</script>` in a value would end the block.
  return JSON.stringify(data).replace(/</g, '\\u003c');
}
