import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { endCall, startConnecting } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });

/** The hero's and the band's button, as they stand behind whatever lies over the page. */
function callButtons(page: Page) {
  return page.locator('main .button-ember').filter({ hasText: /agent|Connecting|In Call/ });
}

async function untilLabel(page: Page, label: string): Promise<void> {
  for (const button of await callButtons(page).all())
    await button.filter({ hasText: label }).waitFor();
}

it('call buttons say and do what the call does, all the way round, whichever was pressed', async () => {
  const { page, faults } = await site.open('/', { window: 'phone', reducedMotion: 'reduce' });
  expect(await callButtons(page).count()).toBe(2);
  await untilLabel(page, 'Speak with an AI agent');

  const goOn = await startConnecting(page, callButtons(page).nth(1));
  await untilLabel(page, 'Connecting...');
  for (const button of await callButtons(page).all()) {
    expect(await button.isDisabled()).toBe(true);
    expect(await button.locator('.spinner').count()).toBe(1);
  }
  expect(await page.getByRole('button', { name: 'End Call' }).isDisabled()).toBe(true);

  await goOn();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  await untilLabel(page, 'In Call');
  for (const button of await callButtons(page).all()) {
    expect(await button.isDisabled()).toBe(true);
    expect(await button.locator('.spinner').count()).toBe(0);
  }

  await endCall(page);
  await untilLabel(page, 'Speak with an AI agent');
  for (const button of await callButtons(page).all()) expect(await button.isEnabled()).toBe(true);
  expect(faults).toEqual([]);
});
