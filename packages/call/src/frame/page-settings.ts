import type { CallEventName, CallEventPayloads } from '../core/call-events.ts';
import type { CallOptions } from '../options/call-options.ts';
import { resolveLanguage } from '../options/language.ts';
import { fingerprint } from './cloneable.ts';
import type { PageSettings } from './frame-protocol.ts';

const FROM_OPTIONS = [
  'lang',
  'theme',
  'layoutConfig',
  'activeSpeakerMode',
  'showLeaveButton',
  'showParticipantsBar',
  'showLocalVideo',
  'showFullscreenButton',
  'showUserNameChangeUI',
  'customLayout',
  'customTrayButtons',
  'customIntegrations',
  'bodyClass',
  'cssFile',
  'cssText',
] as const satisfies readonly (keyof PageSettings & keyof CallOptions)[];

/** The options that concern the prebuilt page. */
export function pageSettingsOf(options: CallOptions): PageSettings {
  const given = FROM_OPTIONS.filter((name) => options[name] !== undefined);
  const settings: PageSettings = Object.fromEntries(given.map((name) => [name, options[name]]));
  return settings.cssFile === undefined
    ? settings
    : { ...settings, cssFile: absolute(settings.cssFile) };
}

/** Resolved against this page, not against the call page. */
export function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** The names of the settings that differ. */
export function changesBetween(before: PageSettings, after: PageSettings): (keyof PageSettings)[] {
  return (Object.keys(after) as (keyof PageSettings)[]).filter(
    (name) => fingerprint(before[name]) !== fingerprint(after[name]),
  );
}

type SettingEvent = { [N in CallEventName]: readonly [N, CallEventPayloads[N]] }[CallEventName];

/** The event for a changed setting. */
export function eventOf(name: keyof PageSettings, settings: PageSettings): SettingEvent | null {
  const { lang = 'user', theme, showLocalVideo = true, sidebarView = null } = settings;
  switch (name) {
    case 'lang':
      return ['lang-updated', { lang: resolveLanguage(lang), langSetting: lang }];
    case 'theme':
      return theme === undefined ? null : ['theme-updated', { theme }];
    case 'showLocalVideo':
      return ['show-local-video-changed', { show: showLocalVideo }];
    case 'sidebarView':
      return ['sidebar-view-changed', { view: sidebarView }];
    default:
      return null;
  }
}
