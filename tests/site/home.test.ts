import { brand } from '@kindling/protocol/brand';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite();

/** What stands on the home page, from top to bottom, as the specification orders it. */
const order = [
  'nav[aria-label="Main"]',
  'h1',
  '#about',
  'h3:text-is("School Friendly")',
  'h3:text-is("Safe & Reliable")',
  'h3:text-is("Ethically Responsible")',
  '#features',
  'h3:text-is("AI Tutor")',
  'h3:text-is("Prompt Hero")',
  'h3:text-is("Mood Tracker")',
  '#testimonials',
  '[aria-labelledby="call-title"]',
  '#customization',
  'h3:text-is("Literacy Training")',
  'h3:text-is("Plugin Customization")',
  'h3:text-is("Take your AI integration further")',
  'footer',
];

describe.each(['phone', 'desktop'] as const)('home page, %s', (window) => {
  it('has its sections in order, each once and visible', async () => {
    const { page, faults } = await site.look('/', { window });
    const places: { selector: string; top: number }[] = [];
    for (const selector of order) {
      const found = page.locator(selector);
      expect(await found.count(), selector).toBe(1);
      expect(await found.isVisible(), selector).toBe(true);
      const box = await found.boundingBox();
      places.push({ selector, top: box?.y ?? Number.NaN });
    }
    const isInPhoneOrder = places.toSorted((a, b) => a.top - b.top).map((one) => one.selector);
    // On a desktop the cards of the last section stand side by side.
    expect(isInPhoneOrder).toEqual(order);
    expect(await inDocumentOrder(page, order)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('has the anchors that others link to', async () => {
    const { page } = await site.look('/', { window });
    for (const id of ['about', 'features', 'features-content', 'testimonials', 'customization'])
      expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1);
  });

  it('shows the sample figures and the hours of the agent', async () => {
    const { page } = await site.look('/', { window });
    const hero = page.locator('section').filter({ has: page.locator('h1') });
    const words = (await hero.innerText()).replace(/\s+/g, ' ');
    expect(words).toContain('Available 24/7');
    expect(words).toMatch(/Best score .*4\.3 of 5\.0/);
    const card = page.locator('article', {
      has: page.getByRole('heading', { name: 'Prompt Hero' }),
    });
    expect((await card.innerText()).replace(/\s+/g, ' ')).toMatch(/Score 3\.5/);
  });

  it('says that the mood is checked in by the student and read from nothing', async () => {
    const { page } = await site.look('/', { window });
    const mood = page.locator('article', {
      has: page.getByRole('heading', { name: 'Mood Tracker' }),
    });
    const words = (await mood.innerText()).replace(/\s+/g, ' ');
    expect(words).toContain('students fill in themselves');
    expect(words).toContain('Nothing is read from a voice, a face or a text.');
  });

  it('Explore Training Options and Login do nothing', async () => {
    const { page, faults } = await site.look('/', { window });
    if (window === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
    const asked: string[] = [];
    const note = (request: Request) => {
      // Pictures further down come as the page scrolls to what is pressed.
      if (request.resourceType() !== 'image') asked.push(request.url());
    };
    page.on('request', note);
    const before = await pageAsItIs(page);
    await page.getByRole('button', { name: 'Login' }).click();
    expect(await pageAsItIs(page)).toEqual(before);
    if (window === 'phone') await page.getByRole('button', { name: 'Close menu' }).click();
    const later = await pageAsItIs(page);
    await page.getByRole('button', { name: 'Explore Training Options' }).click();
    expect(await pageAsItIs(page)).toEqual(later);
    page.off('request', note);
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
  });
});

it('Book a demo leads to the contact page, from the hero, the band and the last card', async () => {
  const { page } = await site.open('/');
  const links = page.locator('main').getByRole('link', { name: 'Book a demo', exact: true });
  expect(await links.count()).toBe(3);
  for (const link of await links.all()) expect(await link.getAttribute('href')).toBe('/contact');
  await links.first().click();
  await page.waitForURL('**/contact');
  await page.getByRole('heading', { name: 'How can we help?' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

describe.each(['phone', 'desktop'] as const)('footer, %s', (window) => {
  it('has the way to reach a person', async () => {
    const { page } = await site.look('/', { window });
    const block = page.locator('footer address');
    expect((await block.innerText()).replace(/\s+/g, ' ')).toContain('New York');
    const phone = block.getByRole('link', { name: brand.phone });
    expect(await phone.getAttribute('href')).toBe(brand.phoneHref);
    const mail = block.getByRole('link', { name: brand.email });
    expect(await mail.getAttribute('href')).toBe(`mailto:${brand.email}`);
  });

  it('has three columns of plain text', async () => {
    const { page } = await site.look('/', { window });
    const columns = {
      Features: ['AI Tutor', 'Prompt Hero', 'Mood Tracker', 'Plugins'],
      'Our Applications': ['ELA', 'Math', 'Science', 'Coding'],
      'Our Services': [
        'Custom AI Development',
        'AI Training & Adoption',
        'AI Literacy for Educators',
        'AI Literacy for Students',
      ],
    };
    for (const [title, items] of Object.entries(columns)) {
      const column = page
        .locator('footer section')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      expect(await column.getByRole('listitem').allInnerTexts()).toEqual(items);
      expect(await column.locator('a, button').count()).toBe(0);
    }
  });

  it('links to four networks in a new tab and has a copyright line', async () => {
    const { page } = await site.look('/', { window });
    const footer = page.locator('footer');
    for (const { network, href } of brand.social) {
      const link = footer.getByRole('link', { name: new RegExp(`on ${network} `) });
      expect(await link.getAttribute('href')).toBe(href);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await link.getAttribute('aria-label')).toContain('opens in a new tab');
    }
    expect(await footer.innerText()).toContain(`© ${brand.since} ${brand.name}`);
  });
});

function inDocumentOrder(page: Page, selectors: readonly string[]): Promise<boolean> {
  return Promise.all(selectors.map((selector) => page.locator(selector).elementHandle())).then(
    (handles) =>
      page.evaluate(
        (elements) =>
          elements.every((element, index) => {
            const next = elements[index + 1];
            if (!element || !next) return true;
            return Boolean(
              element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING,
            );
          }),
        handles,
      ),
  );
}

/** Address, place and content: what an action would change. */
function pageAsItIs(page: Page) {
  return page.evaluate(() => ({
    address: location.href,
    state: history.length,
    text: document.body.innerText,
    dialogs: document.querySelectorAll('dialog[open], [role="dialog"]').length,
  }));
}
