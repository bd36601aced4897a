import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Holds the renderer of its profile, so that the next page does not start and warm one of its own. */
const ANCHOR = '/robots.txt';

interface Profile {
  readonly context: BrowserContext;
  readonly anchor: Page;
  readonly origin: string;
  /** Alike in all that a page cannot change. */
  readonly likeness: string;
}

const idle = new Map<Browser, Profile[]>();
const visited = new WeakMap<BrowserContext, Profile>();

export interface VisitorOptions
  extends Pick<BrowserContextOptions, 'javaScriptEnabled' | 'timezoneId'> {
  /** False: in a new profile, with empty caches. @default true */
  readonly reuse?: boolean;
}

/**
 * A page whose visitor has never been here: no cookie, nothing stored, nothing granted. Opening it in a profile
 * that was used before costs a third of the processor of a new one.
 *
 * @param origin of the server: a profile knows one only
 */
export async function openVisitor(
  browser: Browser,
  origin: string,
  { reuse = true, ...options }: VisitorOptions = {},
): Promise<Page> {
  const likeness = JSON.stringify([origin, options]);
  const profiles = idle.get(browser) ?? [];
  idle.set(browser, profiles);
  const at = profiles.findIndex((profile) => reuse && profile.likeness === likeness);
  const [known] = at === -1 ? [] : profiles.splice(at, 1);
  if (known !== undefined) return known.context.newPage();
  const context = await browser.newContext(options);
  const anchor = await context.newPage();
  await anchor.goto(origin + ANCHOR);
  visited.set(context, { context, anchor, origin, likeness });
  return context.newPage();
}

/** Closes the visitor's pages and forgets all they left. `reuse` false: nobody comes into this profile again. */
export async function closeVisitor(page: Page, reuse: boolean): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  const profile = visited.get(context);
  if (!reuse || profile === undefined || browser === null) return context.close();
  const { anchor, origin } = profile;
  await Promise.all(
    context.pages().map(async (opened) => {
      if (opened !== anchor) await opened.close();
    }),
  );
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    clearStorage(anchor, origin),
  ]);
  idle.get(browser)?.push(profile);
}

async function clearStorage(anchor: Page, origin: string): Promise<void> {
  const session = await anchor.context().newCDPSession(anchor);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}
