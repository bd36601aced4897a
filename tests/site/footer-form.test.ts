import { THANK_YOU_VISIBLE } from '@kindling/protocol/constants';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { forgetLayoutShift, layoutShift } from './support/layout-shift.ts';
import { useSite, type WindowName } from './support/use-site.ts';

const site = useSite();

const THANKS = 'Thank you. Our team has received your email and will contact you shortly.';
const ADDRESS = '**/rest/v1/subscriptions';

const field = (page: Page) => page.getByPlaceholder('Enter your mail');
const submit = (page: Page) => page.locator('footer').getByRole('button', { name: 'Submit' });
const thanks = (page: Page) => page.getByText(THANKS);

interface Footer {
  readonly page: Page;
  readonly faults: string[];
  /** What this test sent. */
  readonly sent: Request[];
}

const requests = new WeakMap<Page, Request[]>();

/**
 * The home page with its clock in the test's hand and an empty form, shared by the tests of a window; `answer`
 * stands in for the server where it is given.
 */
async function shareFooter(
  window: WindowName = 'desktop',
  answer?: (route: Route) => Promise<void>,
): Promise<Footer> {
  const { page, faults } = await site.look('/', { window, clock: 'now' });
  const sent = requests.get(page) ?? watchForms(page);
  // Else it would go on painting its fire behind the other tests.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.unroute(ADDRESS);
  if (answer) await page.route(ADDRESS, answer);
  if (await thanks(page).isVisible()) await page.clock.runFor(THANK_YOU_VISIBLE);
  await field(page).fill('');
  await field(page).scrollIntoViewIfNeeded();
  sent.length = 0;
  faults.length = 0;
  return { page, faults, sent };
}

function watchForms(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) sent.push(request);
  });
  requests.set(page, sent);
  return sent;
}

const footerHeight = async (page: Page) => (await page.locator('footer').boundingBox())?.height;

// Before the shared pages are there, beside which it takes three times as long.
it('the footer form does not lose a submit that came before the app, nor leave the page for it', async () => {
  let sent: Request[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { page } = await site.open('/', {
    before: async (page) => {
      sent = watchForms(page);
      await page.route('**/entry-client*', async (route) => {
        await held;
        await route.continue();
      });
      // The harness waits for the app: this test looks at what happens before that.
      page.once('domcontentloaded', async () => {
        await field(page).fill('early@school.example');
        await field(page).press('Enter');
        await submit(page).and(page.locator('[aria-busy]')).waitFor();
        release();
      });
    },
  });
  await thanks(page).waitFor();
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    { email: 'early@school.example', source: 'footer_contact_form' },
  ]);
  expect(page.url()).toBe(`${site.url}/`);
});

it.each(['phone', 'desktop'] as const)(
  'the footer form stores the address and thanks for twenty seconds, and nothing moves, %s',
  async (window) => {
    const { page, faults, sent } = await shareFooter(window);
    const stored = page.waitForResponse(ADDRESS);
    await field(page).fill('ada@school.example');
    const height = await footerHeight(page);
    await forgetLayoutShift(page);
    await submit(page).click();
    expect((await stored).status()).toBe(201);
    await thanks(page).waitFor();
    expect(await field(page).isHidden()).toBe(true);
    expect(await footerHeight(page)).toBe(height);
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      { email: 'ada@school.example', source: 'footer_contact_form' },
    ]);
    await page.clock.runFor(THANK_YOU_VISIBLE - 3_000);
    expect(await thanks(page).isVisible()).toBe(true);
    await page.clock.runFor(3_000);
    await thanks(page).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('');
    expect(await submit(page).isEnabled()).toBe(true);
    expect(await footerHeight(page)).toBe(height);
    expect(await layoutShift(page)).toEqual({ total: 0, moved: [] });
    expect(faults).toEqual([]);
  },
);

describe('footer form', () => {
  it('cannot be submitted twice while it is on its way', async () => {
    const held: Route[] = [];
    const { page, sent } = await shareFooter('desktop', async (route) => void held.push(route));
    await field(page).fill('ada@school.example');
    await submit(page).click();
    await expect.poll(() => submit(page).isDisabled()).toBe(true);
    await field(page).press('Enter');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.fulfill({ status: 201 });
    await thanks(page).waitFor();
    expect(sent).toHaveLength(1);
  });

  it('clears a failed attempt, says nothing, and logs it', async () => {
    const { page, faults } = await shareFooter('desktop', (route) =>
      route.fulfill({ status: 503, json: { code: 'PGRST000', message: 'no database' } }),
    );
    await field(page).fill('ada@school.example');
    await submit(page).click();
    await expect.poll(() => field(page).inputValue()).toBe('');
    expect(await submit(page).isEnabled()).toBe(true);
    expect(await page.locator('footer').getByRole('status').textContent()).toBe('');
    expect(await thanks(page).count()).toBe(0);
    expect(faults.join('\n')).toContain('Subscription failed');
  });

  it.each(['', 'ada', 'ada@'])('leaves “%s” to the browser to refuse', async (email) => {
    const { page, sent } = await shareFooter();
    await field(page).fill(email);
    await submit(page).click();
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      false,
    );
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  it('thanks a person whose address a hosted backend has already', async () => {
    const { page } = await shareFooter('desktop', (route) =>
      route.fulfill({ status: 409, json: { code: '23505', message: 'duplicate key' } }),
    );
    await field(page).fill('ada@school.example');
    await submit(page).click();
    await thanks(page).waitFor();
  });

  it('tells the server what a program wrote into the hidden field, and the program nothing', async () => {
    const { page, sent } = await shareFooter();
    await field(page).fill('robot@spam.example');
    await page
      .locator('footer input[name="website"]')
      .evaluate((input: HTMLInputElement) =>
        Object.assign(input, { value: 'https://spam.example' }),
      );
    await submit(page).click();
    await thanks(page).waitFor();
    expect(await sent[0]?.headerValue('x-kindling-website')).toBe('https://spam.example');
  });

  it('keeps the hidden field from people: no sight, no tab stop, no name', async () => {
    const { page } = await shareFooter();
    await field(page).focus();
    await page.keyboard.press('Tab');
    expect(await submit(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('footer').getByRole('textbox').count()).toBe(1);
  });

  it('keeps the keyboard in its box when the form goes away', async () => {
    const { page } = await shareFooter();
    await field(page).fill('ada@school.example');
    await field(page).press('Enter');
    await thanks(page).waitFor();
    const place = await page.evaluate(() =>
      document.activeElement?.getAttribute('aria-labelledby'),
    );
    expect(place).toBe('get-in-touch');
  });

  it('links its copyright line to the pages behind it', async () => {
    const { page } = await shareFooter();
    for (const [words, path] of [
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Accessibility', '/accessibility'],
    ] as const) {
      const link = page.locator('footer').getByRole('link', { name: words, exact: true });
      expect(await link.getAttribute('href')).toBe(path);
    }
  });
});
