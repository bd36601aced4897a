import { brand } from '@kindling/protocol/brand';
import { describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const INDEXED = ['/', '/contact', '/privacy', '/terms', '/accessibility'] as const;

const site = useSite();

const get = (path: string) => fetch(new URL(path, site.url));

interface Head {
  readonly title: string;
  readonly canonical: string | null;
  /** Every meta element's content by its name or property. */
  readonly meta: Readonly<Record<string, string>>;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly data: string | null;
}

/** The head as a browser without scripts reads it. */
async function headAt(path: string): Promise<Head> {
  const html = await (await get(path)).text();
  const { page } = await site.look('/');
  return page.evaluate((text) => {
    const { head, title } = new DOMParser().parseFromString(text, 'text/html');
    const all = (selector: string) => [...head.querySelectorAll(selector)];
    const named = all('meta[name], meta[property]').map((one) => [
      one.getAttribute('name') ?? one.getAttribute('property') ?? '',
      one.getAttribute('content') ?? '',
    ]);
    const links = all('link').map((one) => ({
      rel: one.getAttribute('rel') ?? '',
      href: one.getAttribute('href') ?? '',
    }));
    return {
      title,
      canonical: links.find(({ rel }) => rel === 'canonical')?.href ?? null,
      meta: Object.fromEntries(named) as Record<string, string>,
      links,
      data: head.querySelector('script[type="application/ld+json"]')?.textContent ?? null,
    };
  }, html);
}

/** Width and height of a PNG, from its header. */
async function pngSize(path: string): Promise<string> {
  const answer = await get(path);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('the heads of the pages', () => {
  it('are unique, and say where the page is', async () => {
    const heads = await Promise.all(INDEXED.map(headAt));
    for (const [index, head] of heads.entries()) {
      expect(head.canonical).toBe(`${site.url}${INDEXED[index]}`);
      expect(head.title).toContain(brand.name);
      expect(head.meta.description?.length).toBeGreaterThanOrEqual(70);
      expect(head.meta.description?.length).toBeLessThanOrEqual(160);
      expect(head.meta.robots).toBeUndefined();
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(INDEXED.length);
    expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(INDEXED.length);
  });

  it.each(INDEXED)('%s can be shared with a picture', async (path) => {
    const { meta, title } = await headAt(path);
    expect(meta).toMatchObject({
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:title': title,
      'og:description': meta.description,
      'og:url': `${site.url}${path}`,
      'twitter:card': 'summary_large_image',
    });
    expect(meta['og:image:alt']).not.toBe('');
    const image = new URL(meta['og:image'] ?? '');
    expect(image.origin).toBe(site.url);
    expect(`${meta['og:image:width']}x${meta['og:image:height']}`).toBe('1200x630');
    expect(await pngSize(image.pathname)).toBe('1200x630');
  });

  it('keep an unknown page out of indexes', async () => {
    const { meta, canonical } = await headAt('/nowhere');
    expect(meta.robots).toBe('noindex');
    expect(canonical).toBeNull();
  });

  it('describe the organization and the site to machines, on the home page', async () => {
    const { '@context': context, '@graph': graph } = JSON.parse((await headAt('/')).data ?? '');
    expect(context).toBe('https://schema.org');
    expect(graph).toMatchObject([
      {
        '@type': 'Organization',
        name: brand.name,
        url: `${site.url}/`,
        sameAs: brand.social.map(({ href }) => href),
        contactPoint: { telephone: brand.phone, email: brand.email },
      },
      { '@type': 'WebSite', name: brand.name, url: `${site.url}/` },
    ]);
    expect(await pngSize(new URL(graph[0].logo).pathname)).toBe('512x512');
    expect((await headAt('/contact')).data).toBeNull();
  });

  it('follow the visitor who moves without a load', async () => {
    const { page } = await site.open('/');
    await page.getByRole('link', { name: 'Book a demo' }).first().click();
    await page.waitForFunction(() => document.title.startsWith('Book a demo'));
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
      `${site.url}/contact`,
    );
  });
});

describe('files that machines ask for', () => {
  it('sitemap.xml lists the pages to be indexed, and each of them is there', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toContain('application/xml');
    const text = await answer.text();
    const listed = [...text.matchAll(/<loc>([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)];
    expect(listed.map(([, url]) => url)).toEqual(INDEXED.map((path) => `${site.url}${path}`));
    for (const [, url = ''] of listed) expect((await fetch(url)).status).toBe(200);
  });

  it('robots.txt names the sitemap', async () => {
    const text = await (await get('/robots.txt')).text();
    expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    expect(text).not.toContain('Disallow: /');
  });

  it('llms.txt has a heading, links that lead somewhere, and no markup', async () => {
    const answer = await get('/llms.txt');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toMatch(new RegExp(`^# ${brand.name}$`, 'm'));
    expect(text).not.toContain('<html');
    const links = [...text.matchAll(/\[[^\]]+\]\(([^)]+)\)/g)];
    expect(links.length).toBe(INDEXED.length);
    for (const [, url = ''] of links) expect((await fetch(url)).status).toBe(200);
  });

  it('the manifest and the icons are there in the sizes they claim', async () => {
    const { links } = await headAt('/');
    const hrefs = (rel: string) => links.filter((one) => one.rel === rel).map(({ href }) => href);
    expect(hrefs('icon')).toEqual(['/favicon.ico', '/favicon.svg']);
    const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect((await get('/favicon.svg')).headers.get('content-type')).toContain('image/svg+xml');
    expect(await pngSize(hrefs('apple-touch-icon')[0] ?? '')).toBe('180x180');

    const answer = await get(hrefs('manifest')[0] ?? '');
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest.name).toBe(brand.name);
    const pngs = manifest.icons.filter((icon: { type: string }) => icon.type === 'image/png');
    expect(pngs).toHaveLength(4);
    for (const { src, sizes } of pngs) expect(await pngSize(src)).toBe(sizes);
  });
});
