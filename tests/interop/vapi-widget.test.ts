import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { bundlePage } from './bundle-page.ts';

const kindling = sharedKindling();
let folder = '';
let context: BrowserContext;

beforeAll(async () => {
  folder = await bundlePage('vapi-widget-page.tsx', {
    '@vapi-ai/web': join(import.meta.dirname, 'pages/vapi-web-default.ts'),
  });
  context = await (await sharedChromium()).newContext();
  await serveInstead(context, await fetch(kindling.url));
});
afterAll(async () => {
  await context?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page stands where the server has its site, under the same policy. */
async function serveInstead(visitor: BrowserContext, { headers }: Response): Promise<void> {
  const policy = headers.get('content-security-policy') ?? '';
  await visitor.route(`${kindling.url}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(path)) return route.fallback();
    return route.fulfill({ path, headers: { 'content-security-policy': policy } });
  });
}

const QUESTION = 'What is the mood tracker?';

async function openWidget(mode: string, greeting?: string): Promise<Page> {
  const config = (await (await fetch(`${kindling.url}/site-config.json`)).json()) as {
    voice: { publicKey: string; assistantId: string };
  };
  const query = new URLSearchParams({
    ...{ mode, key: config.voice.publicKey, assistant: config.voice.assistantId },
    ...(greeting === undefined ? {} : { greeting }),
  });
  const page = await context.newPage();
  await page.goto(`${kindling.url}/?${query}`);
  await page.getByText('Talk with AI').first().click();
  return page;
}

const faultsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { faults: string[] }).faults);

describe('the published @vapi-ai/client-sdk-react', () => {
  it.each([
    ['chat', undefined],
    ['hybrid', 'Hello! Ask me about schools.'],
  ])(
    '%s, greeting %j: the first question is answered, and the next one',
    async (mode, greeting) => {
      const page = await openWidget(mode, greeting);
      if (greeting !== undefined) await page.getByText(greeting).waitFor();
      const field = page.getByPlaceholder('Type your message...');
      await field.fill(QUESTION);
      await field.press('Enter');
      await page
        .getByText(/check in|mood/i)
        .nth(1)
        .waitFor();
      await field.fill('And what does it cost?');
      await field.press('Enter');
      await page
        .getByText(/price|cost|plan|quote/i)
        .nth(1)
        .waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.close();
    },
  );

  it('voice: holds a call, and leaves nothing in the page', async () => {
    const page = await openWidget('voice');
    await page.getByText('Start', { exact: true }).click();
    await page.locator('audio[data-participant-id]').waitFor({ state: 'attached' });
    await page.getByText('I am Ember').waitFor();
    await page.getByText('End Call').click();
    await expect.poll(() => page.locator('audio').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });
});
