import type { MediaKind } from './camera-error.ts';

const KEY = 'kindling-devices';

export type DevicePreferences = Partial<Record<MediaKind | 'output', string>>;

/** The devices chosen last in this browser; kept only for pages that ask for it. */
export function readDevicePreferences(): DevicePreferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, id]) => typeof id === 'string'));
  } catch {
    // No storage, or foreign data: there is no preference then.
    return {};
  }
}

export function writeDevicePreferences(preferences: DevicePreferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readDevicePreferences(), ...preferences }));
  } catch {
    // A private window or full storage: the choice is kept for this page only.
  }
}
