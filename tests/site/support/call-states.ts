import type { Locator, Page, Route } from 'playwright-core';

const opener = (page: Page) => page.getByRole('button', { name: 'Speak with an AI agent' }).first();

/** Opens the notice that comes before the microphone. */
export async function openNotice(page: Page, by: Locator = opener(page)): Promise<void> {
  await by.click();
  await page.getByRole('button', { name: 'Start call' }).waitFor();
}

/** Starts a real call and resolves once it stands. */
export async function startCall(page: Page): Promise<void> {
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
}

/** Starts a real call that stays in connecting until the returned function is called. */
export async function startConnecting(
  page: Page,
  by: Locator = opener(page),
): Promise<() => Promise<void>> {
  let held: Route | undefined;
  const asked = new Promise<void>((resolve) => {
    void page.route('**/call/web', (route) => {
      held = route;
      resolve();
    });
  });
  await openNotice(page, by);
  await page.getByRole('button', { name: 'Start call' }).click();
  await asked;
  await page.getByRole('heading', { name: 'Connecting...' }).waitFor();
  return async () => {
    await held?.continue();
    await page.unroute('**/call/web');
  };
}

/** The agent has greeted and listens: the page does not change until someone speaks. */
export async function untilGreeted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const finished = document.querySelector('.captions [role="log"] > :last-child');
    const shown = document.querySelector('.caption-said');
    const status = document.querySelector('.status-word');
    return (
      status?.textContent === 'Connected' &&
      finished !== null &&
      finished.textContent === shown?.textContent
    );
  });
}

/** The panel with what the agent said first. */
export async function showTranscript(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Transcript' }).click();
  await page.locator('[data-transcript-line]').first().waitFor();
}

export async function endCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End Call' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor({ state: 'hidden' });
}
