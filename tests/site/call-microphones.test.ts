import { expect, it } from 'vitest';
import { openNotice, startCall } from './support/call-states.ts';
import { type CallWatch, watchCalls } from './support/call-watch.ts';
import { useSite } from './support/use-site.ts';

/** Chromium's fake devices are several microphones. */
const site = useSite({ microphone: true });

async function openWatched(changeDevices?: () => void) {
  const made: { watch?: CallWatch } = {};
  const opened = await site.open('/', {
    async before(page) {
      made.watch = await watchCalls(page);
      if (changeDevices) await page.addInitScript(changeDevices);
    },
  });
  if (!made.watch) throw new Error('the page was opened without its watch');
  return { ...opened, watch: made.watch };
}

it('the chosen microphone is sent at once, on the same connection', async () => {
  const { page, faults, watch } = await openWatched();
  await startCall(page);
  const chooser = page.getByRole('combobox', { name: 'Microphone' });
  await chooser.waitFor();
  const labels = await chooser.getByRole('option').allInnerTexts();
  expect(labels.length).toBeGreaterThan(1);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain('');
  const requests = [...watch.callRequests];
  const other = labels.at(-1) ?? '';
  await chooser.selectOption({ label: other });
  await expect.poll(() => watch.sentMicrophone()).toBe(other);
  expect(await chooser.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)).toBe(
    other,
  );
  expect(watch.callRequests).toEqual(requests);
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();

  // It is the one that is muted.
  await page.getByRole('button', { name: 'Mute' }).click();
  const first = labels[0] ?? '';
  await chooser.selectOption({ label: first });
  await expect.poll(() => watch.sentMicrophone()).toBe(first);
  expect(await page.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  expect(faults).toEqual([]);
});

it('when the used one is pulled out another takes its place, and the visitor is told', async () => {
  const { page, watch } = await openWatched();
  await startCall(page);
  const chooser = page.getByRole('combobox', { name: 'Microphone' });
  await chooser.waitFor();
  const other = (await chooser.getByRole('option').allInnerTexts()).at(-1) ?? '';
  await chooser.selectOption({ label: other });
  await expect.poll(() => watch.sentMicrophone()).toBe(other);
  await watch.unplug();
  await page
    .getByRole('status')
    .filter({ hasText: /^Your microphone is now / })
    .waitFor();
  expect(await watch.sentMicrophone()).not.toBeNull();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
});

it('one microphone needs no chooser, and a second one that is plugged in brings it', async () => {
  const { page } = await openWatched(() => {
    const devices = navigator.mediaDevices;
    const list = devices.enumerateDevices.bind(devices);
    let most = 1;
    devices.enumerateDevices = async () => {
      const real = (await list()).filter(
        (one) => one.kind === 'audioinput' && one.deviceId !== 'default',
      );
      return real.slice(0, most);
    };
    Object.assign(window, {
      plugIn() {
        most = 2;
        devices.dispatchEvent(new Event('devicechange'));
      },
    });
  });
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Show Transcript' }).waitFor();
  const chooser = page.getByRole('combobox', { name: 'Microphone' });
  expect(await chooser.count()).toBe(0);
  await page.evaluate(() => (window as unknown as { plugIn(): void }).plugIn());
  await chooser.waitFor();
  expect(await chooser.getByRole('option').count()).toBe(2);
});
