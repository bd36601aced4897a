import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { sharedVisitorBrowser } from '../../support/browser/shared-chromium.ts';
import { closeVisitor, openVisitor } from '../../support/browser/visitors.ts';
import { type SharedKindling, sharedKindling } from '../../support/server/shared-kindling.ts';
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
  /** Time passes as the test says, from then (Unix ms) or now. */
  readonly clock?: number | 'now';
  /** `new`: nothing of the site is in a cache. @default 'used' */
  readonly profile?: 'new' | 'used';
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
  /** A page that tests only look at: opened once for its path and window, closed with the file. */
  look(path: string, options?: Pick<OpenOptions, 'window' | 'clock'>): Promise<OpenedPage>;
}

/** Longest wait for anything on a page; a machine under load needs a while. */
const PATIENCE = 12_000;

interface SiteOptions {
  /** Granted without asking, and quiet. @default refused */
  readonly microphone?: boolean;
  /** Starts another server, which ends by itself. @default the shared server of the run */
  readonly server?: () => Promise<SharedKindling>;
}

/**
 * The built site behind the real server: that of the whole run, or another where its environment
 * differs. Every page is a visitor of its own. Call it at the top of the file.
 */
export function useSite({ microphone = false, server: start }: SiteOptions = {}): Site {
  let other: SharedKindling | undefined;
  let opened: { readonly page: Page; readonly clean: boolean }[] = [];
  const looked = new Map<string, Promise<OpenedPage>>();
  /** One page of each profile they are in, and whether another visitor may come into it. */
  const lookers = new Map<Page, boolean>();

  if (start !== undefined) {
    beforeAll(async () => {
      other = await start();
    });
  }
  afterEach(async ({ task }) => {
    const visits = opened;
    opened = [];
    const passed = task.result?.state !== 'fail';
    await Promise.all(visits.map(({ page, clean }) => closeVisitor(page, clean && passed)));
  });

  const server = () => {
    if (start === undefined) return sharedKindling();
    if (other === undefined) throw new Error('the site is only there while tests run');
    return other;
  };

  afterAll(async () => {
    await Promise.allSettled(looked.values());
    looked.clear();
    for (const [page, clean] of lookers) await closeVisitor(page, clean);
    lookers.clear();
  });

  async function openPage(
    path: string,
    options: OpenOptions = {},
    beside?: Page,
  ): Promise<OpenedPage> {
    const { window = 'desktop', before, clock, profile, ...rest } = options;
    const { javaScriptEnabled, timezoneId, ...media } = rest;
    const browser = await sharedVisitorBrowser(microphone ? 'quiet' : 'refused');
    const page =
      (await beside?.context().newPage()) ??
      (await openVisitor(browser, server().url, {
        reuse: profile !== 'new',
        ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
        ...(timezoneId !== undefined && { timezoneId }),
      }));
    await page.setViewportSize(typeof window === 'string' ? windows[window] : window);
    await page.emulateMedia(media);
    if (clock !== undefined) await page.clock.install(clock === 'now' ? {} : { time: clock });
    page.setDefaultTimeout(PATIENCE);
    const faults = collectFaults(page);
    await watchLayoutShift(page);
    await before?.(page);
    await page.goto(server().url + path);
    if (options.javaScriptEnabled !== false) await untilAlive(page);
    return { page, faults };
  }

  /** In the profile of another such page, except where the clock of one would be that of both. */
  async function lookAt(path: string, options: OpenOptions): Promise<OpenedPage> {
    const clean = options.clock === undefined;
    const beside = clean ? [...lookers].find(([, isClean]) => isClean)?.[0] : undefined;
    const visit = await openPage(path, options, beside);
    if (beside === undefined) lookers.set(visit.page, clean);
    return visit;
  }

  return {
    get url() {
      return server().url;
    },
    get dataFolder() {
      return server().dataFolder;
    },
    async open(path, options) {
      const visit = await openPage(path, options);
      // A profile keeps the clock that was installed.
      opened.push({ page: visit.page, clean: options?.clock === undefined });
      return visit;
    },
    async look(path, options = {}) {
      const name = JSON.stringify([path, options]);
      const known = looked.get(name) ?? lookAt(path, options);
      looked.set(name, known);
      const visit = await known;
      // Behind another page of its profile it would have one frame a second.
      await visit.page.bringToFront();
      return visit;
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
    // A page kept as prerendered hangs below a node that React knows.
    const known = main?.closest('[id^="island-"]') ?? main;
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
