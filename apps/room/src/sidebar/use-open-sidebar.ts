import { usePageState } from '../state/page-context.ts';
import type { SidebarView } from '../state/page-state.ts';

const PANEL_NAMES: ReadonlySet<string> = new Set(['people', 'chat', 'network']);

/** What is open beside the call; null also for a view of other programs that this page has not. */
export function useOpenSidebar(): SidebarView {
  return usePageState(({ sidebar, integrations }) =>
    sidebar !== null && (PANEL_NAMES.has(sidebar) || Object.hasOwn(integrations, sidebar))
      ? sidebar
      : null,
  );
}
