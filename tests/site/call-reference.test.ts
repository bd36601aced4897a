import { ApiClient } from '@kindling/api-client';
import { noticeAcceptanceSchema } from '@kindling/protocol';
import { talkUrl } from '@kindling/protocol/talk-address';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { privateToken } from '../support/server/stored-calls.ts';
import { endCall, openNotice } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });
const operator = () => new ApiClient({ token: privateToken(site.dataFolder), baseUrl: site.url });

const overlay = (page: Page) => page.getByRole('dialog', { name: /^(In Call with|Connecting)/ });
const panel = (page: Page) => page.getByRole('region', { name: /^Your call with / });
const shown = (where: Locator) => where.locator('.call-reference code');
const isInCall = (page: Page) => page.getByRole('heading', { name: /^In Call with / }).waitFor();

/** Every body that begins a conversation. */
function watchStarts(page: Page) {
  const starts: { path: string; noticeAcceptance: unknown }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'POST' || !/^\/(?:call|chat)\/web$/.test(path)) return;
    starts.push({ path, noticeAcceptance: request.postDataJSON().noticeAcceptance });
  });
  return starts;
}

/** Once the agent has spoken there is something to keep, and a window that says so afterwards. */
const untilSpoken = (page: Page) => page.getByRole('button', { name: 'Show Transcript' }).waitFor();

it('a call is recorded with its notice and found by its reference, until that is deleted', async () => {
  const { page, faults } = await site.open('/', { window: 'phone', reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const starts = watchStarts(page);
  await openNotice(page);
  const before = Date.now();
  const made = page.waitForResponse('**/call/web');
  await page.getByRole('button', { name: 'Start call' }).click();
  const { id } = await (await made).json();
  await isInCall(page);

  // Recorded with the press that accepted the notice.
  const first = noticeAcceptanceSchema.parse(starts[0]?.noticeAcceptance);
  const pressedAt = Date.parse(first.acceptedAt);
  expect(pressedAt).toBeGreaterThanOrEqual(before);
  expect(pressedAt).toBeLessThanOrEqual(Date.now());
  expect(first.language).toBe(await page.locator('html').getAttribute('lang'));
  expect(await operator().call.get(id)).toMatchObject({ noticeAcceptance: first });

  // It shows by what it is found, during it and after it.
  expect(await shown(overlay(page)).innerText()).toBe(id);
  await untilSpoken(page);
  await copyByKeyboard(page, overlay(page), id);
  await endCall(page);
  expect(await shown(panel(page)).innerText()).toBe(id);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await copyByKeyboard(page, panel(page), id);

  // The next one is another; the notice is remembered in this tab, and asked for in another.
  await page.reload();
  const next = page.waitForResponse('**/call/web');
  await page.getByRole('button', { name: 'Speak with an AI agent' }).first().click();
  await isInCall(page);
  expect(starts[1]?.noticeAcceptance).toEqual(first);
  const second = (await (await next).json()).id;
  expect(second).not.toBe(id);
  expect(await shown(overlay(page)).innerText()).toBe(second);
  await endCall(page);
  const another = await page.context().newPage();
  await another.goto(site.url);
  await openNotice(another);
  await another.close();

  // It is asked for again where the notice says something else now.
  await page.route('**/site-config.json', async (route) => {
    const answer = await route.fetch();
    const config = await answer.json();
    await route.fulfill({
      json: { ...config, voice: { ...config.voice, notice: ['The call is recorded.'] } },
    });
  });
  await page.reload();
  await openNotice(page);
  await page.getByText('The call is recorded.').waitFor();
  expect(faults).toEqual([]);

  // Deleted by what the privacy page tells the visitor to name.
  const { page: privacy } = await site.look('/privacy');
  const words =
    'tell us the reference that is shown in the window of your call, during it and after it';
  expect(await privacy.locator('#rights').getByText(words).isVisible()).toBe(true);
  const { deleted } = await operator().person.erase({ references: [id] });
  expect(deleted.calls).toBe(1);
  await expect(operator().call.get(id)).rejects.toMatchObject({ status: 404 });
});

it('a conversation in writing is named by its session, and recorded with its notice', async () => {
  const { page } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    before: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection')),
  });
  const starts = watchStarts(page);
  await openNotice(page);
  await page.getByRole('button', { name: 'Type instead' }).click();
  await isInCall(page);
  // Nothing is stored before something was written.
  expect(await shown(overlay(page)).count()).toBe(0);
  const field = page.getByRole('textbox', { name: 'Type your question' });
  await field.fill('What is the mood tracker?');
  await field.press('Enter');
  await shown(overlay(page)).waitFor();
  await page.locator('.status-word').getByText('Connected').waitFor();
  const reference = await shown(overlay(page)).innerText();
  const { results } = await operator().chat.list({ sessionId: reference });
  expect(results).toHaveLength(1);
  expect(results[0]?.noticeAcceptance).toEqual(starts[0]?.noticeAcceptance);
  noticeAcceptanceSchema.parse(starts[0]?.noticeAcceptance);
  await page.keyboard.press('Escape');
  expect(await shown(panel(page)).innerText()).toBe(reference);
  const { deleted } = await operator().person.erase({ references: [reference] });
  expect(deleted).toMatchObject({ chats: 1, sessions: 1 });
});

it('the page of an assistant does the same, with what it says itself', async () => {
  const config = await (await fetch(`${site.url}/site-config.json`)).json();
  const { assistantId, publicKey: key } = config.voice;
  const address = talkUrl('', { assistantId, key });
  const { page } = await site.open(address, { window: 'phone', reducedMotion: 'reduce' });
  const starts = watchStarts(page);
  const made = page.waitForResponse('**/call/web');
  await page.getByRole('button', { name: 'Type instead' }).click();
  const { id } = await (await made).json();
  await isInCall(page);
  expect(await shown(overlay(page)).innerText()).toBe(id);
  await untilSpoken(page);
  await page.getByRole('button', { name: 'End Call' }).click();
  await page.getByRole('heading', { name: /^Your call with / }).waitFor();
  expect(await shown(page.getByRole('main')).innerText()).toBe(id);
  await page.getByRole('button', { name: 'Talk again' }).click();
  await isInCall(page);
  // The notice stood there before the first.
  const [first, second] = starts.map(({ noticeAcceptance }) => noticeAcceptance);
  expect(noticeAcceptanceSchema.parse(first)).toEqual(second);
});

async function copyByKeyboard(page: Page, where: Locator, id: string): Promise<void> {
  await where.getByRole('button', { name: 'Copy reference' }).focus();
  await page.keyboard.press('Enter');
  await where
    .getByRole('status')
    .filter({ hasText: /^Copied$/ })
    .waitFor();
  expect(await where.getByRole('button', { name: 'Copied' }).evaluate(isFocused)).toBe(true);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
}

const isFocused = (element: Element) => element === document.activeElement;
