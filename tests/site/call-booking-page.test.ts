import { expect, it } from 'vitest';
import { privateToken } from '../support/server/stored-calls.ts';
import { openNotice } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();

/** An assistant that opens the booking page at these words, and a key for it. */
async function createAssistant(): Promise<object> {
  const create = async (path: string, body: object) => {
    const response = await fetch(`${site.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${privateToken(site.dataFolder)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; value: string };
  };
  const openPage = { type: 'openPage', page: 'booking', when: 'wants a pineapple' };
  const model = { provider: 'kindling', tools: [openPage] };
  const { id } = await create('/assistant', { name: 'Ada', firstMessage: 'Hello.', model });
  const token = await create('/token', {
    tag: 'public',
    restrictions: { allowedAssistantIds: [id], allowedOrigins: [site.url] },
  });
  return { assistantId: id, assistantName: 'Ada', publicKey: token.value };
}

it('the booking page opens behind the call, says so, and is there when the call ends', async () => {
  const voice = await createAssistant();
  const { page, faults } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      await page.route('**/site-config.json', async (route) => {
        const answer = await route.fetch();
        const config = await answer.json();
        await route.fulfill({ json: { ...config, voice: { ...config.voice, ...voice } } });
      });
    },
  });
  await openNotice(page);
  await page.getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('heading', { name: 'In Call with Ada' }).waitFor();
  const box = page.getByRole('textbox', { name: 'Type your question' });
  await box.fill('A pineapple, please.');
  await box.press('Enter');
  await page.getByRole('status').filter({ hasText: 'The booking page is open behind' }).waitFor();
  await page.waitForURL('**/contact');
  // The call goes on, and the keyboard stays where it was.
  expect(await page.getByRole('heading', { name: 'In Call with Ada' }).isVisible()).toBe(true);
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'End Call' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  expect(faults).toEqual([]);
});
