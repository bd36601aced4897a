const KEY = 'kindling.reloaded-at';
/** A page that was reloaded this recently would only reload in a loop, ms. */
const PAUSE = 60_000;

/**
 * Reloads the page; never resolves then. Resolves without having
 * done anything where the server does not answer, or where this was done a moment ago.
 */
export async function reloadOnce(load = () => window.location.reload()): Promise<void> {
  if (!mayReload() || !(await isServerThere())) return;
  load();
  await new Promise(() => {});
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < PAUSE) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage there is no way to know that it was done already.
    return false;
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch(window.location.href, { method: 'HEAD' });
    return answer.ok;
  } catch {
    return false;
  }
}
