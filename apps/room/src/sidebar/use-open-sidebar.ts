import { usePageState } from '../state/page-context.ts';
import type { SidebarView } from '../state/page-state.ts';

const PANEL_NAMES: ReadonlySet<string> = new Set(['people', 'chat', 'network']);

/** The open sidebar view; null also for a view that this page does not have. */
export function useOpenSidebar(): SidebarView {
  return usePageState(({ sidebar, integrations }) =>
    sidebar !== null && (PANEL_NAMES.has(sidebar) || Object.hasOwn(integrations, sidebar))
      ? sidebar
      : null,
  );
}
