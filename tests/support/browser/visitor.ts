import type { Browser, Page } from 'playwright-core';
import { wordOverlap } from '../sound/listening.ts';
import { installCallRecorder } from './call-recorder.ts';

/** A visitor of the site: what a person does and sees. */
export interface Visitor {
  readonly page: Page;
  /** Everything the page logged as an error or blocked by its policy. */
  readonly faults: string[];
  press(name: string | RegExp): Promise<void>;
  /** Presses through the notice to a call; without a microphone it is *Type instead*. */
  startCall(how?: 'Start call' | 'Type instead'): Promise<void>;
  /** Final lines of the transcript panel, which is opened when needed: `You: …`, `AI: …`. */
  transcript(): Promise<string[]>;
  /** Waits until a line of the transcript matches, and returns it. */
  untilLine(fits: RegExp, timeout?: number): Promise<string>;
  /** A line of the visitor that has most words of this: a recogniser mishears one now and then. */
  untilSaid(words: string): Promise<string>;
  endCall(): Promise<void>;
}

/** Prefers less motion: drawn without a graphics card, it takes the processor from the sound. */
export async function visit(browser: Browser, url: string): Promise<Visitor> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
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
  const until = async (
    fits: (line: string) => boolean,
    { timeout = 40_000, what }: { timeout?: number | undefined; what: string },
  ) => {
    const deadline = performance.now() + timeout;
    while (performance.now() < deadline) {
      const lines = (await transcript()).map((text) => text.replace(/\s+/g, ' '));
      const line = lines.find(fits);
      if (line !== undefined) return line;
      await page.waitForTimeout(100);
    }
    throw new Error(`no line fits ${what}; there are: ${(await transcript()).join(' | ')}`);
  };
  const inCall = page.getByRole('heading', { name: /^In Call with / });
  const untilInCall = () =>
    inCall.waitFor({ timeout: 20_000 }).catch(async (cause: unknown) => {
      const shown = await page.getByRole('dialog').allInnerTexts();
      const what = [...shown, ...faults].join('; ').replace(/\s+/g, ' ');
      throw new Error(`no call began; the page says: ${what}`, { cause });
    });
  return {
    page,
    faults,
    press,
    transcript,
    async startCall(how = 'Start call') {
      await press('Speak with an AI agent');
      await press(how);
      await untilInCall();
    },
    untilLine: (fits, timeout) => until((line) => fits.test(line), { timeout, what: `${fits}` }),
    untilSaid: (words) =>
      until((line) => line.startsWith('You:') && wordOverlap(words, line) > 0.5, { what: words }),
    async endCall() {
      await press('End Call');
      await inCall.waitFor({ state: 'hidden' });
    },
  };
}
