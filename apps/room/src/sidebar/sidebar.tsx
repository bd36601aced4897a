import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IntegrationFrame } from '../components/integration-frame.tsx';
import type { Strings } from '../lang/en.ts';
import { usePage, useStrings } from '../state/page-context.ts';
import { Chat } from './chat.tsx';
import { Network } from './network.tsx';
import { People } from './people.tsx';
import { useOpenSidebar } from './use-open-sidebar.ts';

const PANELS: Readonly<
  Record<string, { text: 'people' | 'chat' | 'network'; Panel: () => React.ReactNode }>
> = {
  people: { text: 'people', Panel: People },
  chat: { text: 'chat', Panel: Chat },
  network: { text: 'network', Panel: Network },
};

/** The sidebar: people, chat, network, or an integration. */
export function Sidebar() {
  const { actions } = usePage();
  const strings: Strings = useStrings();
  const view = useOpenSidebar();
  const title = useRef<HTMLHeadingElement>(null);
  const open = view !== null;
  // Moves focus into the sidebar, and back when it closes.
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  useEffect(() => {
    if (view !== null) title.current?.focus();
  }, [view]);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const inside = target instanceof Element && target.closest('.sidebar') !== null;
      if (key === 'Escape' && inside) actions.showSidebar(null);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [actions]);
  if (view === null) return null;
  const panel = PANELS[view];
  if (panel === undefined) {
    return (
      <aside className="sidebar">
        <IntegrationFrame id={view} />
      </aside>
    );
  }
  return (
    <aside className="sidebar" aria-labelledby="sidebar-title">
      <header className="sidebar-head">
        <h2 id="sidebar-title" ref={title} tabIndex={-1}>
          {strings[panel.text]}
        </h2>
        <button
          type="button"
          className="round-button"
          aria-label={strings.close}
          onClick={() => actions.showSidebar(null)}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      <panel.Panel />
    </aside>
  );
}
