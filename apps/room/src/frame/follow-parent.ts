import type { CallObject } from '@kindling/call';
import { createFrameHost, type FrameHost } from '@kindling/call/frame-host';
import type { createPage } from '../state/create-page.ts';
import { applyStyle } from '../theme/apply-style.ts';
import { applyTheme } from '../theme/apply-theme.ts';
import { forwardPointer } from './forward-pointer.ts';
import { toPageState } from './to-page-state.ts';

type CreatedPage = Pick<ReturnType<typeof createPage>, 'page' | 'setLanguage'>;

/** Settings that the user may change and that are sent back to the embedding page. */
const MIRRORED = [
  ['sidebar', 'sidebarView'],
  ['activeSpeakerMode', 'activeSpeakerMode'],
  ['showLocalVideo', 'showLocalVideo'],
] as const;

/** Lets the embedding page control this one: its theme, buttons and integrations. */
export function followParent(callObject: CallObject, created: CreatedPage): FrameHost {
  const { page, setLanguage } = created;
  const { store, actions } = page;
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const host = createFrameHost({
    callObject,
    onSettings(settings, changed) {
      store.set(toPageState(settings, changed));
      if (changed.includes('lang') && settings.lang !== undefined) setLanguage(settings.lang);
      if (changed.includes('theme')) paint();
      applyStyle(settings);
    },
    onCommand(command) {
      if (command.type === 'start-integrations') command.ids.forEach(actions.startIntegration);
      if (command.type === 'stop-integrations') command.ids.forEach(actions.stopIntegration);
      if (command.type === 'add-fake-participant') actions.addFakePerson();
    },
  });
  const paint = () => applyTheme(host.settings.theme ?? null, dark.matches, root);
  dark.addEventListener('change', paint);
  let before = store.get();
  store.subscribe(() => {
    const now = store.get();
    for (const [key, name] of MIRRORED) {
      if (now[key] === before[key] || host.settings[name] === now[key]) continue;
      host.changeSettings({ [name]: now[key] });
    }
    before = now;
  });
  forwardPointer(store, host);
  return host;
}
