import { THANK_YOU_VISIBLE } from '@kindling/protocol/constants';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { forgetLayoutShift, layoutShift } from './support/layout-shift.ts';
import { type OpenOptions, useSite } from './support/use-site.ts';

const site = useSite();

const THANKS = 'Thank you. Our team has received your email and will contact you shortly.';
const ADDRESS = '**/rest/v1/subscriptions';

const field = (page: Page) => page.getByPlaceholder('Enter your mail');
const submit = (page: Page) => page.locator('footer').getByRole('button', { name: 'Submit' });
const thanks = (page: Page) => page.getByText(THANKS);

interface Opened {
  readonly page: Page;
  readonly faults: string[];
  readonly sent: Request[];
}

/** The home page with its clock in the test's hand; `answer` stands in for the server where it is given. */
async function openFooter(
  options: OpenOptions = {},
  answer?: (route: Route) => Promise<void>,
): Promise<Opened> {
  const sent: Request[] = [];
  const { page, faults } = await site.open('/', {
    ...options,
    clock: 'now',
    before: async (page) => {
      page.on('request', (request) => {
        if (request.url().includes('/rest/v1/')) sent.push(request);
      });
      if (answer) await page.route(ADDRESS, answer);
      await options.before?.(page);
    },
  });
  await field(page).scrollIntoViewIfNeeded();
  return { page, faults, sent };
}

describe.each(['phone', 'desktop'] as const)('footer form, %s', (window) => {
  it('stores the address and thanks for twenty seconds', async () => {
    const { page, faults, sent } = await openFooter({ window });
    const stored = page.waitForResponse(ADDRESS);
    await field(page).fill('ada@school.example');
    await submit(page).click();
    expect((await stored).status()).toBe(201);
    await thanks(page).waitFor();
    expect(await field(page).isHidden()).toBe(true);
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      { email: 'ada@school.example', source: 'footer_contact_form' },
    ]);
    await page.clock.runFor(THANK_YOU_VISIBLE - 3_000);
    expect(await thanks(page).isVisible()).toBe(true);
    await page.clock.runFor(3_000);
    await thanks(page).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('');
    expect(await submit(page).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  it('cannot be submitted twice while it is on its way', async () => {
    const held: Route[] = [];
    const { page, sent } = await openFooter({ window }, async (route) => void held.push(route));
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
    const { page, faults } = await openFooter({ window }, (route) =>
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

  it('moves nothing when the message comes and goes', async () => {
    const { page } = await openFooter({ window }, (route) => route.fulfill({ status: 201 }));
    await field(page).fill('ada@school.example');
    const before = await page.locator('footer').boundingBox();
    await forgetLayoutShift(page);
    await submit(page).click();
    await thanks(page).waitFor();
    expect((await page.locator('footer').boundingBox())?.height).toBe(before?.height);
    await page.clock.runFor(THANK_YOU_VISIBLE);
    await thanks(page).waitFor({ state: 'detached' });
    expect((await page.locator('footer').boundingBox())?.height).toBe(before?.height);
    expect(await layoutShift(page)).toEqual({ total: 0, moved: [] });
  });
});

describe('footer form', () => {
  it.each(['', 'ada', 'ada@'])('leaves “%s” to the browser to refuse', async (email) => {
    const { page, sent } = await openFooter();
    await field(page).fill(email);
    await submit(page).click();
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      false,
    );
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  it('does not lose a submit that came before the app, nor leave the page for it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page, sent } = await openFooter({
      before: async (page) => {
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

  it('thanks a person whose address a hosted backend has already', async () => {
    const { page } = await openFooter({}, (route) =>
      route.fulfill({ status: 409, json: { code: '23505', message: 'duplicate key' } }),
    );
    await field(page).fill('ada@school.example');
    await submit(page).click();
    await thanks(page).waitFor();
  });

  it('tells the server what a program wrote into the hidden field, and the program nothing', async () => {
    const { page, sent } = await openFooter();
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
    const { page } = await openFooter();
    await field(page).focus();
    await page.keyboard.press('Tab');
    expect(await submit(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('footer').getByRole('textbox').count()).toBe(1);
  });

  it('keeps the keyboard in its box when the form goes away', async () => {
    const { page } = await openFooter();
    await field(page).fill('ada@school.example');
    await field(page).press('Enter');
    await thanks(page).waitFor();
    const place = await page.evaluate(() =>
      document.activeElement?.getAttribute('aria-labelledby'),
    );
    expect(place).toBe('get-in-touch');
  });

  it('links its copyright line to the pages behind it', async () => {
    const { page } = await openFooter();
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
