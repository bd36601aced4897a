import type { OutgoingTrack } from '../../engine/port.ts';
import type { AdvancedConfig, MicAudioMode } from '../../options/call-options.ts';
import type { InputSettings } from '../../options/input-settings.ts';
import type { MediaKind } from './camera-error.ts';

const SPEECH = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
/** Chromium gives two channels only without echo cancellation. */
const MUSIC = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: 2,
};
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

export interface ConstraintOptions {
  readonly config: AdvancedConfig | undefined;
  readonly settings: InputSettings;
  /** The device remembered from last time: preferred where no other is chosen. */
  readonly preferred: string | undefined;
}

/** The constraints to open a device; the more specific ones win. */
export function deviceConstraints(
  kind: MediaKind,
  device: true | string,
  { config, settings, preferred }: ConstraintOptions,
): MediaTrackConstraints {
  const given =
    kind === 'audio' ? config?.userMediaAudioConstraints : config?.userMediaVideoConstraints;
  const usual = kind === 'video' ? PICTURE : config?.micAudioMode === 'music' ? MUSIC : SPEECH;
  const ideal = preferred === undefined ? {} : { deviceId: { ideal: preferred } };
  return {
    ...usual,
    ...given,
    ...(customTrack(settings[kind]) === undefined ? settings[kind]?.settings : {}),
    ...(device === true ? ideal : { deviceId: { exact: device } }),
  };
}

/** The custom track that replaces a device in the settings. */
export function customTrack(
  input: InputSettings['audio'] | InputSettings['video'],
): MediaStreamTrack | undefined {
  const settings = input?.settings;
  return settings !== undefined && 'customTrack' in settings ? settings.customTrack : undefined;
}

/** How audio is encoded; bits per second. Speech uses the connection's default. */
export function encodedAs(mode: MicAudioMode | undefined): OutgoingTrack['audioMode'] {
  if (mode === 'speech') return { bitrate: 32_000, stereo: false };
  if (mode === 'music') return { bitrate: 128_000, stereo: true };
  return mode;
}

/** A hint to the browser's encoder. */
export function hintContent(track: MediaStreamTrack, mode: MicAudioMode | undefined): void {
  if (track.kind !== 'audio' || mode === undefined) return;
  track.contentHint = mode === 'music' || mode === 'speech' ? mode : '';
}
