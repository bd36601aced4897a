import { createContext, useContext } from 'react';
import type { RoomCall } from '../call/room-call.ts';
import type { Strings } from '../lang/en.ts';
import type { RoomActions } from './actions.ts';
import type { PageState } from './page-state.ts';
import { type Store, useStore } from './store.ts';

/** The call, its state and the actions. */
export interface Page {
  readonly call: RoomCall;
  readonly store: Store<PageState>;
  readonly actions: RoomActions;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a <PageContext> above it.');
  return page;
}

/** `select` must return a stable reference while nothing changed. */
export function usePageState<S>(select: (state: PageState) => S): S {
  return useStore(usePage().store, select);
}

export function useStrings(): Strings {
  return usePageState((state) => state.strings);
}
