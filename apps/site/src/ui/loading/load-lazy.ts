import { reloadOnce } from './reload-once.ts';

/** A module with a default export, as `import()` gives it. */
interface LazyModule<T> {
  readonly default: T;
}

/** Before the second and the third try, ms. */
const DELAYS = [400, 1_600];

/**
 * Imports a lazy chunk. A chunk that fails to load is retried; one that is gone while the server
 * answers was replaced by a new build, and the page is reloaded, once.
 *
 * @throws where that would not help: the visitor is offline, or it was done already
 */
export async function loadLazy<T>(
  bring: () => Promise<LazyModule<T>>,
  recover = reloadOnce,
): Promise<LazyModule<T>> {
  try {
    return await bring();
  } catch (error) {
    const module = await bringAgain(bring, error);
    if (module !== null) return module;
    await recover();
    throw error;
  }
}

/** Null when it did not load; rejects where retrying does not help. */
async function bringAgain<T>(bring: () => Promise<LazyModule<T>>, first: unknown) {
  let failure = first;
  for (const delay of DELAYS) {
    // Waiting does not help; the visitor should know.
    if (!navigator.onLine) throw failure;
    // The bundler's helper requests a style sheet only once, and then assumes it is loaded.
    if (String(failure).includes('CSS')) return null;
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      return await bringAnew(bring, failure, `again=${delay}`);
    } catch (error) {
      failure = error;
    }
  }
  return null;
}

/** Some browsers cache a failed import for the lifetime of the page: a query makes it a different module. */
async function bringAnew<T>(bring: () => Promise<LazyModule<T>>, failure: unknown, query: string) {
  // Chromium and Firefox name the module that failed.
  const address = /module: (\S+\.js)$/.exec(String(failure))?.[1];
  if (address === undefined) return bring();
  const module: Partial<LazyModule<T>> = await import(/* @vite-ignore */ `${address}?${query}`);
  // Modules that share a chunk have different export names in it.
  return module.default === undefined ? bring() : { default: module.default };
}
