import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { type OpenOptions, useSite } from './support/use-site.ts';

const site = useSite();

/** The contact page on a network that lets no scheduling through. */
async function openForm(options: OpenOptions = {}, path = '/contact'): Promise<Page> {
  const { page } = await site.open(path, {
    ...options,
    before: async (page) => {
      await page.route('**/scheduling/**', (route) => route.abort());
      await options.before?.(page);
    },
  });
  return page;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send request' });

const answers = {
  'Full name': 'Ada Lovelace',
  Email: 'ada@school.example',
  'Phone number': '+1 212 555 0148',
  'School or institution': 'Analytical School',
  'Number of students': '240',
  'What would you like to change?': 'Our students ask for answers, not for questions.',
} as const;

async function fill(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(answers)) {
    const input = page.locator('.contact-form').getByLabel(label, { exact: true });
    await input.fill(text);
  }
  await field(page, 'Service of interest').selectOption('AI Training & Adoption');
}

const messages = [
  ['Full name', 'Full name must be at least 2 characters'],
  ['Email', 'Please enter a valid email address'],
  ['Phone number', 'Please enter a valid phone number'],
  ['School or institution', 'Institution name is required'],
  ['Number of students', 'Number of students is required'],
  ['Service of interest', 'Please select a service'],
  ['What would you like to change?', 'Please describe your problem in at least 10 characters'],
] as const;

describe.each(['phone', 'desktop'] as const)('contact form, %s', (window) => {
  it('stands in for a calendar that cannot load, and stores the request', async () => {
    const page = await openForm({ window });
    await page.getByRole('heading', { name: 'The calendar did not load' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: 'A contact form is here instead.' })
      .waitFor({ state: 'attached' });
    await fill(page);
    const answer = page.waitForResponse('**/contact-requests');
    await send(page).click();
    expect((await answer).status()).toBe(201);
    expect((await answer).request().postDataJSON()).toEqual({
      fullName: 'Ada Lovelace',
      email: 'ada@school.example',
      phoneNumber: '+1 212 555 0148',
      institution: 'Analytical School',
      numberOfStudents: '240',
      serviceOfInterest: 'AI Training & Adoption',
      problemDescription: 'Our students ask for answers, not for questions.',
      website: '',
    });
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you, Ada Lovelace.' });
    await thanks.waitFor();
    expect(await thanks.evaluate((words) => words === document.activeElement)).toBe(true);
  });

  it('names what is missing, ties it to its field, and goes to the first', async () => {
    const page = await openForm({ window });
    await send(page).click();
    const form = page.locator('.contact-form');
    for (const [label, message] of messages) {
      const input = form.getByLabel(label, { exact: true });
      await form.getByText(message, { exact: true }).waitFor();
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      const described = await input.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message);
    }
    const first = form.getByLabel('Full name', { exact: true });
    expect(await first.evaluate((input) => input === document.activeElement)).toBe(true);
    await first.fill('Ada');
    await form.getByText(messages[0][1]).waitFor({ state: 'detached' });
    await checkAxe(page, `contact form with errors, ${window}`);
  });

  it('keeps what was typed when sending fails, and says what to do', async () => {
    const page = await openForm({
      window,
      before: async (page) => {
        await page.route('**/contact-requests', (route) => route.abort());
      },
    });
    await fill(page);
    await send(page).click();
    await page.getByRole('alert').filter({ hasText: 'please send it again' }).waitFor();
    for (const [label, text] of Object.entries(answers))
      expect(
        await page.locator('.contact-form').getByLabel(label, { exact: true }).inputValue(),
      ).toBe(text);
    await page.unroute('**/contact-requests');
    await send(page).click();
    await page.getByText('Thank you, Ada Lovelace.').waitFor();
  });
});

describe('contact form', () => {
  it('shows what the server refuses, at the field', async () => {
    const page = await openForm({
      before: async (page) => {
        await page.route('**/contact-requests', (route) =>
          route.fulfill({
            status: 400,
            json: { fields: [{ path: 'phoneNumber', message: 'This number does not exist' }] },
          }),
        );
      },
    });
    await fill(page);
    await send(page).click();
    await page.getByText('This number does not exist').waitFor();
    expect(
      await field(page, 'Phone number').evaluate((input) => input === document.activeElement),
    ).toBe(true);
  });

  it('says when too many came from one network', async () => {
    const page = await openForm({
      before: async (page) => {
        await page.route('**/contact-requests', (route) => route.fulfill({ status: 429 }));
      },
    });
    await fill(page);
    await send(page).click();
    await page.getByRole('alert').filter({ hasText: 'in a minute' }).waitFor();
  });

  it('offers the services of the footer and Plugins, and starts with the one asked for', async () => {
    const page = await openForm({}, '/');
    await page.getByRole('link', { name: 'Request a Plugin demo' }).click();
    const select = field(page, 'Service of interest');
    await select.waitFor();
    expect(await select.locator('option').allTextContents()).toEqual([
      'Choose a service',
      'Custom AI Development',
      'AI Training & Adoption',
      'AI Literacy for Educators',
      'AI Literacy for Students',
      'Plugins',
    ]);
    expect(await select.inputValue()).toBe('Plugins');
  });

  it('is not loaded where the calendar is there', async () => {
    const asked: string[] = [];
    const { page } = await site.open('/contact', {
      before: async (page) => {
        page.on('request', (request) => asked.push(request.url()));
      },
    });
    await page.locator('.booking-loading').waitFor({ state: 'detached' });
    expect(asked.filter((url) => url.includes('contact-form'))).toEqual([]);
    expect(await page.locator('.contact-form').count()).toBe(0);
  });

  it('gives way when the calendar comes after all, and is remembered when it does not', async () => {
    const page = await openForm();
    await field(page, 'Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Try the calendar again' }).click();
    // Still blocked: the form is back, with what was in it.
    await send(page).waitFor();
    expect(await field(page, 'Full name').inputValue()).toBe('Ada Lovelace');
    await page.unroute('**/scheduling/**');
    await page.getByRole('button', { name: 'Try the calendar again' }).click();
    await page.locator('.booking-box iframe').waitFor();
    await send(page).waitFor({ state: 'detached' });
  });

  it.each([
    ['the configuration', '**/site-config.json'],
    ['the script', '**/scheduling/widget.js'],
    ['the booking page', '**/scheduling/demo*'],
  ])('comes when %s does not answer within ten seconds', async (_, address) => {
    const opened = Date.now();
    const { page } = await site.open('/contact', {
      clock: opened,
      before: (page) => page.route(address, () => new Promise(() => undefined)),
    });
    // The clock runs by itself until here; what the page asked, it asked later than `opened`.
    await page.clock.pauseAt(opened + 9_999);
    expect(await send(page).count()).toBe(0);
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await send(page).waitFor();
  });

  it.each([
    ['refused', 404],
    ['broken', 500],
  ])('comes when the booking page is %s', async (_, status) => {
    const { page } = await site.open('/contact', {
      before: async (page) => {
        await page.route('**/scheduling/demo*', (route) => route.fulfill({ status, body: 'x' }));
      },
    });
    await send(page).waitFor();
  });
});
