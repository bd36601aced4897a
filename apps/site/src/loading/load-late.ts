import { reloadOnce } from './reload-once.ts';

/** What a late part of the page brings. */
interface Late<T> {
  readonly default: T;
}

/** Before the second and the third try, ms. */
const DELAYS = [400, 1_600];

/**
 * Imports a late part of the page. A part that does not come is asked for again; one that is gone while the
 * server answers went with a new build of the site, and the page is loaded anew, once. Rejects where that
 * would not help: the visitor is offline, or it was done already.
 */
export async function loadLate<T>(bring: () => Promise<Late<T>>): Promise<Late<T>> {
  try {
    return await bring();
  } catch (error) {
    return await bringAgain(bring, error);
  }
}

async function bringAgain<T>(bring: () => Promise<Late<T>>, first: unknown): Promise<Late<T>> {
  let failure = first;
  for (const delay of DELAYS) {
    // Waiting does not help, and the visitor wants to know.
    if (!navigator.onLine) throw failure;
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      return await bringAnew(bring, failure, `again=${delay}`);
    } catch (error) {
      failure = error;
    }
  }
  await reloadOnce();
  throw failure;
}

/** Some browsers keep a failed import for as long as the page lives: under another address it is another one. */
async function bringAnew<T>(bring: () => Promise<Late<T>>, failure: unknown, query: string) {
  const address = addressIn(failure);
  if (address === null) return bring();
  const fresh = `${address}?${query}`;
  // The bundler's helper asks for a style sheet once, and takes it for loaded then.
  if (address.endsWith('.css')) return addStyleSheet(fresh).then(bring);
  const module: Partial<Late<T>> = await import(/* @vite-ignore */ fresh);
  // Parts that share a file with others go by other names in it.
  return module.default === undefined ? bring() : { default: module.default };
}

/** Chromium and Firefox say what they could not load, the bundler which style sheet. */
function addressIn(failure: unknown): string | null {
  const named = /(?:module: |CSS for )(\S+\.(?:js|css))$/.exec(String(failure))?.[1];
  if (named === undefined) return null;
  const { origin, href, search } = new URL(named, window.location.href);
  return origin === window.location.origin && search === '' ? href : null;
}

function addStyleSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href.replace(/\?.*/, '')}`));
    };
    link.href = href;
    document.head.append(link);
  });
}
