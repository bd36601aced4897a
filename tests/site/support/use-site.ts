import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { type RunningKindling, startKindling } from '../../support/kindling.ts';
import { recordMicrophone } from '../../support/microphone.ts';
import { letSilenceLast } from '../../support/patient-agent.ts';
import { watchLayoutShift } from './layout-shift.ts';

/** The two windows every behaviour is tried in, in CSS pixels. */
export const windows = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;
export type WindowName = keyof typeof windows;

export interface OpenOptions
  extends Pick<
    BrowserContextOptions,
    'colorScheme' | 'forcedColors' | 'javaScriptEnabled' | 'timezoneId'
  > {
  /** @default 'desktop' */
  readonly window?: WindowName | { readonly width: number; readonly height: number };
  /** @default 'no-preference' */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Runs before the page is asked for: routes, scripts, listeners. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface OpenedPage {
  readonly page: Page;
  /** Everything the page logged as an error, threw, or was refused by its policy. */
  readonly faults: string[];
}

export interface Site {
  readonly url: string;
  /** Where the operator's key is. */
  readonly dataFolder: string;
  /** A new visitor at `path`. With scripts on, resolves once the app listens; closed after the test. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>;
}

/** Longest wait for anything on a page; a machine under load needs a while. */
const PATIENCE = 12_000;

interface SiteOptions {
  /**
   * A quiet microphone that is granted without asking, and an agent that bears with it; without one it is
   * refused.
   */
  readonly microphone?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built site behind the real server, one of each per test file. Call it at the top of the file. */
export function useSite({ microphone = false, env = {} }: SiteOptions = {}): Site {
  let kindling: RunningKindling | undefined;
  let browser: Browser | undefined;
  let opened: Page[] = [];

  beforeAll(async () => {
    kindling = await startKindling({ env });
    if (microphone) await letSilenceLast(kindling);
    const quiet = microphone ? { microphone: recordMicrophone([{ pause: 60_000 }]) } : {};
    browser = await launchChromium(quiet);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((page) => page.context().close()));
  });
  afterAll(async () => {
    await browser?.close();
    await kindling?.stop();
  });

  return {
    get url() {
      if (!kindling) throw new Error('the site is only there while tests run');
      return kindling.url;
    },
    get dataFolder() {
      if (!kindling) throw new Error('the site is only there while tests run');
      return kindling.dataFolder;
    },
    async open(path, options = {}) {
      if (!browser) throw new Error('the site is only there while tests run');
      const { window = 'desktop', before, ...context } = options;
      const page = await browser
        .newContext({
          viewport: typeof window === 'string' ? windows[window] : window,
          ...context,
        })
        .then((made) => made.newPage());
      page.setDefaultTimeout(PATIENCE);
      opened.push(page);
      const faults = collectFaults(page);
      await watchLayoutShift(page);
      await before?.(page);
      await page.goto(this.url + path);
      if (options.javaScriptEnabled !== false) await untilAlive(page);
      return { page, faults };
    },
  };
}

function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

/** React leaves a key on the nodes it has taken over; until then a press would only be remembered. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    // A page that is kept as it was prerendered hangs below a node that React knows.
    const known = main?.closest('[id^="kept-"]') ?? main;
    return known && Object.keys(known).some((key) => key.startsWith('__reactFiber'));
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits until nothing that ends by itself is still moving: transitions, entrances. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' ||
          animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}
