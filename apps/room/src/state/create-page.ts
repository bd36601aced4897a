import type { CallOptions } from '@kindling/call';
import type { RoomCall } from '../call/room-call.ts';
import {
  type LanguageSetting,
  languageTag,
  loadStrings,
  pickLanguage,
} from '../lang/load-strings.ts';
import { playChime } from '../media/chime.ts';
import { createActions } from './actions.ts';
import { followArrivals } from './follow-arrivals.ts';
import { followCall } from './follow-call.ts';
import { followLevels } from './follow-levels.ts';
import { followIntegrations } from './integrations.ts';
import type { Page } from './page-context.ts';
import { initialState, type PageState } from './page-state.ts';
import { createStore, type Store } from './store.ts';

export interface PageOptions {
  readonly call: RoomCall;
  /** For `join`. */
  joinOptions(): CallOptions;
  readonly state?: Partial<PageState>;
  onTrayButton?(id: string): void;
}

/** The call page without its views: state and actions. */
export function createPage({ call, joinOptions, state = {}, onTrayButton }: PageOptions) {
  const store = createStore<PageState>({ ...initialState, ...state });
  const setLanguage = createLanguage(store);
  const actions = createActions(call, store, {
    joinOptions,
    setLanguage,
    onTrayButton: onTrayButton ?? (() => {}),
  });
  const stops = [
    followCall(call, store),
    followLevels(call, store),
    followArrivals(call, store, playChime),
    followIntegrations(call, store),
    followFullscreen(store),
  ];
  setLanguage(store.get().langSetting);
  const page: Page = { call, store, actions };
  const dispose = () => {
    for (const stop of stops) stop();
  };
  return { page, setLanguage, dispose };
}

function createLanguage(store: Store<PageState>) {
  return (langSetting: LanguageSetting) => {
    const lang = pickLanguage(langSetting);
    document.documentElement.lang = languageTag(lang);
    store.set({ langSetting, lang });
    void loadStrings(lang).then((strings) => {
      // The language may have changed meanwhile.
      if (store.get().lang === lang) store.set({ strings });
    });
  };
}

function followFullscreen(store: Store<PageState>): () => void {
  const look = () => store.set({ fullscreen: document.fullscreenElement !== null });
  document.addEventListener('fullscreenchange', look);
  return () => document.removeEventListener('fullscreenchange', look);
}
