import type {
  CustomIntegrations,
  CustomTrayButtons,
  ThemeConfig,
} from '../options/frame-options.ts';
import {
  checkIntegrationIds,
  checkIntegrations,
  checkNamesMode,
  checkTheme,
  checkTrayButtons,
} from '../options/frame-rules.ts';
import {
  firstArgument,
  frameGetter,
  frameOnly,
  type MethodRule,
  optionalBoolean,
  rule,
} from './method-rules.ts';

/** When each of the methods below may be called, and what it takes. */
export const FRAME_ONLY_METHOD_RULES = {
  theme: frameGetter,
  setTheme: rule('async', 'usable', { ...frameOnly, ...firstArgument(checkTheme) }),
  customTrayButtons: frameGetter,
  updateCustomTrayButtons: rule('chain', 'joined', {
    ...frameOnly,
    ...firstArgument(checkTrayButtons),
  }),
  customIntegrations: frameGetter,
  setCustomIntegrations: rule('chain', 'joined', {
    ...frameOnly,
    ...firstArgument(checkIntegrations),
  }),
  startCustomIntegrations: rule('chain', 'joined', {
    ...frameOnly,
    ...firstArgument(checkIntegrationIds),
  }),
  stopCustomIntegrations: rule('chain', 'joined', {
    ...frameOnly,
    ...firstArgument(checkIntegrationIds),
  }),
  setShowNamesMode: rule('chain', 'usable', { ...frameOnly, ...firstArgument(checkNamesMode) }),
  showLocalVideo: frameGetter,
  setShowLocalVideo: rule('chain', 'joined', { ...frameOnly, ...optionalBoolean }),
  showParticipantsBar: frameGetter,
  setShowParticipantsBar: rule('chain', 'joined', { ...frameOnly, ...optionalBoolean }),
} satisfies Record<string, MethodRule>;

/** What only frames can do, because only they have the prebuilt call page. A call object throws. */
export interface FrameOnlyMethods {
  /** The theme last set; undefined: the call page's own. */
  theme(): ThemeConfig;
  /** Colours as `#rgb` or `#rrggbb`. Emits `theme-updated`; rejects when a colour does not fit. */
  setTheme(theme: ThemeConfig): Promise<ThemeConfig>;
  /** The page's own buttons in the tray, by id. */
  customTrayButtons(): CustomTrayButtons;
  /** Replaces them all. A click is a `custom-button-click` event with the id. After join. */
  updateCustomTrayButtons(buttons: CustomTrayButtons): this;
  /** The integrations: pages that may be shown inside the call page, by id. */
  customIntegrations(): CustomIntegrations;
  /** Replaces them all; starts none. After join. */
  setCustomIntegrations(integrations: CustomIntegrations): this;
  /**
   * Shows integrations, for the others too where they are `shared`.
   *
   * @throws for an unknown id
   */
  startCustomIntegrations(ids: string | string[]): this;
  /** Stops integrations. */
  stopCustomIntegrations(ids: string | string[]): this;
  /** Names on tiles: always, never, or (false) as the call page decides. */
  setShowNamesMode(mode: false | 'always' | 'never'): this;
  /** Whether the local tile is shown. */
  showLocalVideo(): boolean;
  /** Shows or hides the local tile. After join. */
  setShowLocalVideo(show: boolean): this;
  /** Whether the row of small tiles is shown. */
  showParticipantsBar(): boolean;
  /** After join. */
  setShowParticipantsBar(show: boolean): this;
}
