import { expect, it } from 'vitest';
import { endCall, openNotice } from './support/call-states.ts';
import { watchCalls } from './support/call-watch.ts';
import { useSite } from './support/use-site.ts';

/** Microphones are refused here: typing must not need one. */
const site = useSite();

it('a typed call asks for no microphone, and its questions are answered', async () => {
  const late = Promise.withResolvers<void>();
  const { page, faults } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      await watchCalls(page);
      await page.route('**/call-windows-*.js', async (route) => {
        await late.promise;
        await route.continue();
      });
    },
  });
  await openNotice(page);
  await page.getByRole('button', { name: 'Type instead' }).click();
  // The keyboard comes into the field even where the window comes after the call.
  await page.getByRole('button', { name: 'In Call' }).first().waitFor();
  late.resolve();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  const box = page.getByRole('textbox', { name: 'Type your question' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  expect(await page.getByRole('button', { name: 'Mute' }).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Microphone' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Show Transcript' }).click();
  const lines = page.locator('[data-transcript-line]');
  await lines.filter({ hasText: /^AI:/ }).first().waitFor();
  await box.fill('What is the mood tracker?');
  await box.press('Enter');
  await lines.filter({ hasText: /^You: What is the mood tracker\?/ }).waitFor();
  await lines
    .filter({ hasText: /^AI: .*(mood|check)/i })
    .first()
    .waitFor();
  // It is spoken as well: sound arrives.
  const sound = await page.evaluate(() => {
    const player = document.querySelector('audio');
    const stream = player?.srcObject;
    return stream instanceof MediaStream && stream.getAudioTracks()[0]?.readyState === 'live';
  });
  expect(sound).toBe(true);
  const asked = await page.evaluate(
    () => (window as unknown as { watched: { asked: string[] } }).watched.asked,
  );
  expect(asked).toEqual([]);

  // Asked for after all, and refused: the call goes on.
  await page.getByRole('button', { name: 'Use microphone' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'The microphone could not be used. You can type your questions.' })
    .waitFor();
  await page.getByRole('button', { name: 'Use microphone' }).waitFor();
  await endCall(page);

  // Typing was the choice for one call, not for the tab.
  await openNotice(page);
  expect(faults).toEqual([]);
});
