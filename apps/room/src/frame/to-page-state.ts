import type { FrameHost } from '@kindling/call';
import { initialState, type PageState } from '../state/page-state.ts';

type Settings = FrameHost['settings'];

/** Maps the embedding page's settings to page state; the rest is applied elsewhere. */
const STATE: {
  readonly [K in keyof Settings]?: (value: NonNullable<Settings[K]>) => Partial<PageState>;
} = {
  activeSpeakerMode: (activeSpeakerMode) => ({ activeSpeakerMode }),
  showLeaveButton: (showLeaveButton) => ({ showLeaveButton }),
  showParticipantsBar: (showParticipantsBar) => ({ showParticipantsBar }),
  showLocalVideo: (showLocalVideo) => ({ showLocalVideo }),
  showFullscreenButton: (showFullscreenButton) => ({ showFullscreenButton }),
  showUserNameChangeUI: (showNameField) => ({ showNameField }),
  customTrayButtons: (trayButtons) => ({ trayButtons }),
  customIntegrations: (integrations) => ({ integrations }),
  showNamesMode: (namesMode) => ({ namesMode }),
  newParticipantSound: (arrivalSound) => ({ arrivalSound }),
  layoutConfig: ({ grid = {} }) => {
    const { tilesPerPage } = initialState;
    const { minTilesPerPage: least = tilesPerPage.least } = grid;
    const { maxTilesPerPage: most = Math.max(least, tilesPerPage.most) } = grid;
    return { tilesPerPage: { least, most } };
  },
};

export function toPageState(
  settings: Settings,
  changed: readonly (keyof Settings)[],
): Partial<PageState> {
  const state: Partial<PageState> = {};
  for (const name of changed) Object.assign(state, describe(settings, name));
  // `null` is a setting, too: the sidebar is closed.
  if (changed.includes('sidebarView'))
    Object.assign(state, { sidebar: settings.sidebarView ?? null });
  return state;
}

function describe<K extends keyof Settings>(settings: Settings, name: K): Partial<PageState> {
  const value = settings[name];
  const toState = STATE[name];
  return value == null || toState === undefined ? {} : toState(value);
}
