import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { endCall, openNotice } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

/** Microphones are refused here. */
const site = useSite();

/** As in WebKitGTK, and where an administrator switched it off. */
function withoutWebRtc(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Reflect.deleteProperty(window, 'RTCPeerConnection');
    Reflect.deleteProperty(window, 'webkitRTCPeerConnection');
  });
}

/** As behind a firewall that lets no UDP through: nothing the browser offers arrives. */
function withoutUdp(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      override async setRemoteDescription(answer: RTCSessionDescriptionInit): Promise<void> {
        const sdp = answer.sdp?.replaceAll(/a=candidate:.*\r\n/g, '') ?? '';
        await super.setRemoteDescription({ ...answer, sdp });
      }
    };
  });
}

async function typeInstead(page: Page): Promise<void> {
  await openNotice(page);
  await page.getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor({ timeout: 40_000 });
  await page
    .getByText('Type your question; your AI assistant answers in writing')
    .waitFor({ timeout: 40_000 });
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Type your question' });
const log = (page: Page) => page.getByRole('log', { name: 'What the agent says' });

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
}

it('where there is no WebRTC a conversation is in writing, from the greeting to its transcript', async () => {
  const { page, faults } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    before: withoutWebRtc,
  });
  const sessions: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/web')) sessions.push(request.postDataJSON().sessionId);
  });
  // It is offered by the voice call that cannot be.
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  const toast = page.locator('.toast');
  await toast.getByText('This browser cannot make voice calls.').waitFor();
  await toast.getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  expect(await toast.count()).toBe(0);
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await log(page).getByText(/\w/).first().waitFor();
  expect(await page.getByRole('button', { name: /Mute|Use microphone/ }).count()).toBe(0);

  await ask(page, 'What is the mood tracker?');
  await log(page)
    .getByText(/mood|check/i)
    .first()
    .waitFor();
  await page.locator('.status-word').getByText('Connected').waitFor();
  await ask(page, 'Who is it for?');
  await expect.poll(() => log(page).locator('p').count()).toBeGreaterThanOrEqual(3);
  expect(sessions[0]).toBeUndefined();
  expect(sessions[1]).toMatch(/^[0-9a-f-]{36}$/);
  await page.locator('.status-word').getByText('Connected').waitFor();
  expect(faults).toEqual([]);

  const answered = await log(page).locator('p').count();
  await isSentAgain(page);
  await expect.poll(() => log(page).locator('p').count()).toBeGreaterThan(answered);
  await page.getByRole('button', { name: 'Show Transcript' }).click();
  const asked = page.locator('[data-transcript-line]').filter({ hasText: /^You:/ });
  expect(await asked.allInnerTexts()).toEqual([
    'You: What is the mood tracker?',
    'You: Who is it for?',
    'You: What is Prompt Hero?',
  ]);

  await endCall(page);
  await page.getByRole('heading', { name: /^Your call with / }).waitFor();
  await page.getByRole('button', { name: 'Copy transcript' }).waitFor();
  const opener = page.getByRole('button', { name: 'Speak with an AI agent' }).first();
  await expect
    .poll(() => opener.evaluate((button) => button === document.activeElement))
    .toBe(true);
});

/** A question that gets no answer is kept, with the reason why, and is sent again on request. */
async function isSentAgain(page: Page): Promise<void> {
  await page.route('**/chat/web', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: { statusCode: 429, code: 'rate_limited', message: 'Slow down.' },
    }),
  );
  await ask(page, 'What is Prompt Hero?');
  const alert = page.getByRole('alert').filter({ hasText: 'Too many messages came from here.' });
  await alert.getByText('Try again in 40 seconds.').waitFor();
  expect(await field(page).inputValue()).toBe('What is Prompt Hero?');

  await page.unroute('**/chat/web');
  await page.route('**/chat/web', (route) => route.abort());
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your message did not reach the server.').waitFor();
  await page.unroute('**/chat/web');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('');
}

describe('where UDP is blocked', () => {
  it('who types gets answers in writing, without having to ask for it', async () => {
    const { page } = await site.open('/', {
      window: 'phone',
      reducedMotion: 'reduce',
      before: withoutUdp,
    });
    await typeInstead(page);
    await ask(page, 'What is the mood tracker?');
    await log(page)
      .getByText(/mood|check/i)
      .first()
      .waitFor();
    // The second time nothing is waited for.
    await endCall(page);
    const joins: string[] = [];
    page.on('request', (request) => joins.push(new URL(request.url()).pathname));
    await typeInstead(page);
    expect(joins.filter((path) => path === '/call/web')).toEqual([]);
  });
});
