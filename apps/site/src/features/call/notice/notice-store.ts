import type { ComponentType } from 'react';
import { loadSiteConfig } from '../../../config/site-config.ts';
import { loadLazy } from '../../../ui/loading/load-lazy.ts';

/** What the notice says about the call to come. */
export interface CallTerms {
  readonly assistantName?: string | undefined;
  /** Time limit of a call. */
  readonly maxDurationSeconds?: number | undefined;
  /** What happens to the conversation's data. */
  readonly notice?: readonly string[] | undefined;
}

export interface CallNoticeProps {
  readonly terms: CallTerms;
  readonly onClose: () => void;
}

interface OpenNotice {
  readonly Notice: ComponentType<CallNoticeProps>;
  readonly terms: CallTerms;
}

let open: OpenNotice | null = null;
let opening: Promise<void> | null = null;
const listeners = new Set<() => void>();

function change(to: OpenNotice | null): void {
  open = to;
  for (const listener of listeners) listener();
}

/** The notice on the screen, for `useSyncExternalStore`. */
export const noticeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): OpenNotice | null => open,
};

/**
 * Loads the notice and opens it; concurrent calls share one load.
 *
 * @throws when its code cannot be loaded
 */
export function openNotice(): Promise<void> {
  opening ??= loadNotice().finally(() => {
    opening = null;
  });
  return opening;
}

async function loadNotice(): Promise<void> {
  const [{ default: Notice }, terms] = await Promise.all([
    loadLazy(() => import('./call-notice.tsx')),
    // Without a configuration the call fails with its own message; the notice needs none.
    loadSiteConfig().then(
      ({ voice }) => voice,
      () => ({}),
    ),
  ]);
  change({ Notice, terms });
}

export function closeNotice(): void {
  change(null);
}
