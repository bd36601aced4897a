import type { AdvancedConfig } from '../../options/call-options.ts';
import type { InputSettings } from '../../options/input-settings.ts';
import type { MediaKind } from './camera-error.ts';
import {
  type DevicePreferences,
  readDevicePreferences,
  writeDevicePreferences,
} from './device-preferences.ts';
import { DevicePrompt } from './device-prompt.ts';
import { deviceConstraints } from './track-constraints.ts';

export interface DeviceOpenerOptions {
  mediaDevices(): MediaDevices | undefined;
  config(): AdvancedConfig | undefined;
  settings(): InputSettings;
  isOpen(kind: MediaKind): boolean;
}

/** Opens devices as the page configured it, and remembers them where it asked for that. */
export class DeviceOpener {
  readonly #options: DeviceOpenerOptions;
  readonly #prompt: DevicePrompt;

  constructor(options: DeviceOpenerOptions) {
    const { mediaDevices, config, isOpen } = options;
    this.#options = options;
    this.#prompt = new DevicePrompt({
      mediaDevices,
      independent: () => config()?.enableIndependentDevicePermissionPrompts === true,
      alwaysInclude: (kind) => {
        const { alwaysIncludeMicInPermissionPrompt, alwaysIncludeCamInPermissionPrompt } =
          config() ?? {};
        const includes =
          kind === 'audio'
            ? alwaysIncludeMicInPermissionPrompt
            : alwaysIncludeCamInPermissionPrompt;
        return includes === true && !isOpen(kind);
      },
    });
  }

  /**
   * The default device (true) or one by its id.
   *
   * @throws the browser's error
   */
  open(kind: MediaKind, device: true | string): Promise<MediaStreamTrack> {
    const { config, settings } = this.#options;
    const preferred = this.preferences[kind] || undefined;
    const constraints = { config: config(), settings: settings(), preferred };
    return this.#prompt.ask(kind, deviceConstraints(kind, device, constraints));
  }

  /** Empty unless the page asked for it. */
  get preferences(): DevicePreferences {
    return this.#remembers ? readDevicePreferences() : {};
  }

  remember(preferences: DevicePreferences): void {
    if (this.#remembers) writeDevicePreferences(preferences);
  }

  get #remembers(): boolean {
    return this.#options.config()?.useDevicePreferenceCookies === true;
  }
}
