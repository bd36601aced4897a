import type { Browser, Page } from 'playwright-core';
import { installCallRecorder } from './call-recorder.ts';

/** A visitor of the site: what a person does and sees. */
export interface Visitor {
  readonly page: Page;
  /** Everything the page logged as an error or blocked by its policy. */
  readonly faults: string[];
  press(name: string | RegExp): Promise<void>;
  /** Presses through the notice to a call; without a microphone it is *Type instead*. */
  startCall(how?: 'Start call' | 'Type instead'): Promise<void>;
  /** Final lines of the transcript panel, opened if need be: `You: …`, `AI: …`. */
  transcript(): Promise<string[]>;
  /** Waits until a line of the transcript fits, and answers it. */
  untilLine(fits: RegExp, timeout?: number): Promise<string>;
  endCall(): Promise<void>;
}

export async function visit(browser: Browser, url: string): Promise<Visitor> {
  const page = await browser.newPage();
  await installCallRecorder(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(url);
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name }).first().click({ timeout: 10_000 });
  const transcript = async () => {
    const show = page.getByRole('button', { name: 'Show Transcript' });
    if (await show.isVisible()) await show.click();
    return page.locator('[data-transcript-line]').allInnerTexts();
  };
  return {
    page,
    faults,
    press,
    transcript,
    async startCall(how = 'Start call') {
      await press('Speak with an AI agent');
      await press(how);
      await page.getByRole('heading', { name: /^In Call with / }).waitFor({ timeout: 20_000 });
    },
    async untilLine(fits, timeout = 40_000) {
      const deadline = performance.now() + timeout;
      while (performance.now() < deadline) {
        const line = (await transcript()).find((text) => fits.test(text.replace(/\s+/g, ' ')));
        if (line !== undefined) return line.replace(/\s+/g, ' ');
        await page.waitForTimeout(100);
      }
      throw new Error(`no line fits ${fits}; there are: ${(await transcript()).join(' | ')}`);
    },
    async endCall() {
      await press('End Call');
      await page.getByRole('heading', { name: /^In Call with / }).waitFor({ state: 'hidden' });
    },
  };
}
