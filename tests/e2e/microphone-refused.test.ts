import { expect, it } from 'vitest';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { storedCalls } from '../support/server/stored-calls.ts';

const kindling = sharedKindling();

it('a refused microphone is explained and creates no call', async () => {
  const earlier = await storedCalls(kindling);
  const browser = await sharedChromium();
  const visitor = await visit(browser, kindling.url);
  await visitor.press('Speak with an AI agent');
  await visitor.press('Start call');
  await visitor.page
    .getByText(
      'Microphone access is required to speak with the AI agent. Please allow microphone access and try again.',
    )
    .first()
    .waitFor();
  await visitor.page.getByText('Call Failed').first().waitFor();
  expect((await storedCalls(kindling)).length).toBe(earlier.length);
  await visitor.page.close();
});

it('call code is fetched on the first press, not before', async () => {
  const browser = await sharedChromium();
  const page = await browser.newPage();
  const loading: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      loading.push(response.text().catch(() => ''));
  });
  const scripts = async () => (await Promise.all(loading)).join('\n');
  await page.goto(kindling.url, { waitUntil: 'networkidle' });
  expect(await scripts()).not.toContain('RTCPeerConnection');
  await page.getByRole('button', { name: 'Speak with an AI agent' }).first().click();
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByText('Call Failed').first().waitFor();
  await expect.poll(scripts).toContain('RTCPeerConnection');
  await page.close();
});
