import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { untilAlive, useSite, windows } from './support/use-site.ts';

const site = useSite();

/** A network that lets no scheduling through. */
const blockScheduling = (page: Page) => page.route('**/scheduling/**', (route) => route.abort());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const inForm = (page: Page, label: string) =>
  page.locator('.contact-form').getByLabel(label, { exact: true });
const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);
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
    await inForm(page, label).fill(text);
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

it('stands in for a calendar that cannot load, names what is wrong, and stores the request', async () => {
  const { page } = await site.open('/contact', { before: blockScheduling });
  await page.getByRole('heading', { name: 'The calendar did not load' }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: 'A contact form is here instead.' })
    .waitFor({ state: 'attached' });

  await send(page).click();
  await expectEveryMessage(page);
  for (const window of ['desktop', 'phone'] as const) {
    await page.setViewportSize(windows[window]);
    await checkAxe(page, `contact form with errors, ${window}`, { within: 'main' });
  }
  await fill(page);

  await page.route('**/contact-requests', (route) => route.fulfill({ status: 429 }));
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: 'in a minute' }).waitFor();

  await page.unroute('**/contact-requests');
  await page.route('**/contact-requests', (route) =>
    route.fulfill({
      status: 400,
      json: { fields: [{ path: 'phoneNumber', message: 'This number does not exist' }] },
    }),
  );
  await send(page).click();
  await page.getByText('This number does not exist').waitFor();
  expect(await hasFocus(field(page, 'Phone number'))).toBe(true);

  // What was typed stays when sending fails.
  await page.unroute('**/contact-requests');
  await page.route('**/contact-requests', (route) => route.abort());
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: 'please send it again' }).waitFor();
  for (const [label, text] of Object.entries(answers))
    expect(await inForm(page, label).inputValue(), label).toBe(text);

  await page.unroute('**/contact-requests');
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
  expect(await hasFocus(thanks)).toBe(true);
});

/** What is missing is named, tied to its field, and gone once it is there; the first has the focus. */
async function expectEveryMessage(page: Page): Promise<void> {
  for (const [label, message] of messages) {
    const input = inForm(page, label);
    await page.locator('.contact-form').getByText(message, { exact: true }).waitFor();
    expect(await input.getAttribute('aria-invalid'), label).toBe('true');
    const described = await input.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message);
  }
  const first = inForm(page, 'Full name');
  expect(await hasFocus(first)).toBe(true);
  await first.fill('Ada');
  await page.locator('.contact-form').getByText(messages[0][1]).waitFor({ state: 'detached' });
}

it('offers the services, starts with the one asked for, and gives way when the calendar comes', async () => {
  const { page } = await site.open('/', { before: blockScheduling });
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

  await inForm(page, 'Full name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Try the calendar again' }).click();
  // Still blocked: the form is back, with what was in it.
  await send(page).waitFor();
  expect(await inForm(page, 'Full name').inputValue()).toBe('Ada Lovelace');
  await page.unroute('**/scheduling/**');
  await page.getByRole('button', { name: 'Try the calendar again' }).click();
  await page.locator('.booking-box iframe').waitFor();
  await send(page).waitFor({ state: 'detached' });
});

describe('comes', () => {
  const silent = () => new Promise<void>(() => undefined);

  /** Loads a shared page anew while the address is answered like this. */
  async function load(page: Page, address: string, answer: (route: Route) => Promise<void>) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(address, answer);
    const opened = await page.evaluate(() => Date.now());
    await page.goto(`${site.url}/contact`);
    await untilAlive(page);
    return opened;
  }

  it.each([
    ['the configuration', '**/site-config.json'],
    ['the script', '**/scheduling/widget.js'],
    ['the booking page', '**/scheduling/demo*'],
  ])('when %s does not answer within ten seconds', async (_, address) => {
    const { page } = await site.look('/', { clock: 'now' });
    const opened = await load(page, address, silent);
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
  ])('when the booking page is %s', async (_, status) => {
    const { page } = await site.look('/');
    await load(page, '**/scheduling/demo*', (route) => route.fulfill({ status, body: 'x' }));
    await send(page).waitFor();
  });
});
