import { useEffect, useRef } from 'react';
import { useEnterPage } from '../../../ui/navigation/use-enter-page.ts';
import type { Voice } from '../../voice/voice-context.tsx';

/** What an assistant may ask this site to show, and where it is. */
const WANTED_PAGES: ReadonlyMap<string, string> = new Map([['booking', '/contact']]);

/**
 * Enters the page that the assistant was asked to open. It lies behind the window of the call, whose note says so, and is
 * there when the call ends.
 */
export function useWantedPage({ note }: Pick<Voice, 'note'>): void {
  const enterPage = useEnterPage();
  const latest = useRef(enterPage);
  latest.current = enterPage;
  useEffect(() => {
    const path = note?.kind === 'open-page' ? WANTED_PAGES.get(note.page) : undefined;
    if (path !== undefined && window.location.pathname !== path) latest.current(path);
  }, [note]);
}
