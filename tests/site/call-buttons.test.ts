import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { endCall, openNotice, startConnecting } from './support/call-states.ts';
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

describe.each(['phone', 'desktop'] as const)('call buttons, %s', (window) => {
  it('say and do what the call does, all the way round', async () => {
    const { page, faults } = await site.open('/', { window });
    expect(await callButtons(page).count()).toBe(2);
    await untilLabel(page, 'Speak with an AI agent');

    const goOn = await startConnecting(page);
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

  it('ask nobody for the microphone before the notice was read', async () => {
    const { page } = await site.open('/', {
      window,
      before: (page) =>
        page.addInitScript(() => {
          const devices = navigator.mediaDevices;
          const ask = devices.getUserMedia.bind(devices);
          devices.getUserMedia = (constraints) => {
            Object.assign(globalThis, { askedForMicrophone: true });
            return ask(constraints);
          };
        }),
    });
    const asked = () => page.evaluate(() => 'askedForMicrophone' in globalThis);
    await openNotice(page);
    expect(await asked()).toBe(false);
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
    expect(await asked()).toBe(true);
  });

  it('the second button opens the same call', async () => {
    const { page } = await site.open('/', { window });
    await callButtons(page).nth(1).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
    await untilLabel(page, 'In Call');
  });
});
