import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNotice } from './support/call-states.ts';
import { type CallWatch, watchCalls } from './support/call-watch.ts';
import { useSite } from './support/use-site.ts';

/** Chromium's fake devices are several microphones. */
const site = useSite({ microphone: true });

/** There is one microphone until the others are plugged in. */
async function withOneMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const list = devices.enumerateDevices.bind(devices);
    let plugged = false;
    devices.enumerateDevices = async () => {
      const all = await list();
      if (plugged) return all;
      return all
        .filter((one) => one.kind === 'audioinput' && one.deviceId !== 'default')
        .slice(0, 1);
    };
    Object.assign(window, {
      plugIn() {
        plugged = true;
        devices.dispatchEvent(new Event('devicechange'));
      },
    });
  });
}

it('the microphone can be chosen, muted and pulled out during the call', async () => {
  let watch: CallWatch | undefined;
  const { page, faults } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      watch = await watchCalls(page);
      await withOneMicrophone(page);
    },
  });
  if (!watch) throw new Error('the page was opened without its watch');
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Show Transcript' }).waitFor();

  // One microphone needs no chooser; the second one that is plugged in brings it.
  const chooser = page.getByRole('combobox', { name: 'Microphone' });
  expect(await chooser.count()).toBe(0);
  await page.evaluate(() => (window as unknown as { plugIn(): void }).plugIn());
  await chooser.waitFor();
  const labels = await chooser.getByRole('option').allInnerTexts();
  expect(labels.length).toBeGreaterThan(1);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain('');

  // The chosen one is sent at once, on the same connection.
  const requests = [...watch.callRequests];
  const [first = ''] = labels;
  const other = labels.at(-1) ?? '';
  await chooser.selectOption({ label: other });
  await expect.poll(() => watch?.sentMicrophone()).toBe(other);
  expect(await chooser.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)).toBe(
    other,
  );
  expect(watch.callRequests).toEqual(requests);
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();

  // It is the one that is muted.
  const mute = page.getByRole('button', { name: 'Mute' });
  await mute.click();
  await chooser.selectOption({ label: first });
  await expect.poll(() => watch?.sentMicrophone()).toBe(first);
  expect(await mute.getAttribute('aria-pressed')).toBe('true');
  await mute.click();

  // Another takes the place of one that is pulled out, and the visitor is notified.
  await chooser.selectOption({ label: other });
  await expect.poll(() => watch?.sentMicrophone()).toBe(other);
  await watch.unplug();
  await page
    .getByRole('status')
    .filter({ hasText: /^Your microphone is now / })
    .waitFor();
  expect(await watch.sentMicrophone()).not.toBeNull();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  expect(faults).toEqual([]);
});
