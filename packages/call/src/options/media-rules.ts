import { type Check, firstOf, isBetween, isObject, isString, oneOf, within } from './predicates.ts';

/** Of the remote media player, whose server encodes. */
const PLAYER_RANGES = {
  maxBitrate: [100_000, 2_500_000],
  maxFramerate: [1, 30],
  scaleResolutionDownBy: [1, 8],
} as const;
const NUMBERS = Object.keys(PLAYER_RANGES);
const OTHERS = ['active', 'scalabilityMode'];

const CAMERA_PRESETS = [
  'default-video',
  'bandwidth-optimized',
  'bandwidth-and-quality-balanced',
  'quality-optimized',
  'adaptive-2-layers',
  'adaptive-3-layers',
];
const SCREEN_PRESETS = [
  'default-screen-video',
  'detail-optimized',
  'motion-optimized',
  'motion-and-detail-balanced',
];
const LAYERS = ['low', 'medium', 'high'];

/** Simulcast layers in a list: 1 to 3 of them. */
export const checkEncodings: Check = (encodings) => checkLayers(encodings, false);
/** The same with the ranges of the remote media player, and a bitrate for each. */
export const checkPlayerEncodings: Check = (encodings) => checkLayers(encodings, true);

function checkLayers(encodings: unknown, ofPlayer: boolean): string | null {
  if (!Array.isArray(encodings) || !isBetween(encodings.length, 1, 3)) {
    return 'encodings must be a list of 1 to 3 layers';
  }
  return firstOf(encodings.map((layer) => checkNotEmpty(layer) ?? checkLayer(layer, ofPlayer)));
}

function checkLayer(layer: Readonly<Record<string, unknown>>, ofPlayer: boolean): string | null {
  if (ofPlayer && !('maxBitrate' in layer)) return 'maxBitrate is missing';
  return firstOf(
    Object.entries(layer).map(([key, value]) => {
      if (OTHERS.includes(key)) return null;
      if (!NUMBERS.includes(key)) {
        return `unrecognized property '${key}', known are ${[...NUMBERS, ...OTHERS].join(', ')}`;
      }
      if (typeof value !== 'number') return `${key} must be a number`;
      const [min, max] = PLAYER_RANGES[key as keyof typeof PLAYER_RANGES];
      return ofPlayer && !isBetween(value, min, max) ? `${key} must be ${min} to ${max}` : null;
    }),
  );
}

function checkNotEmpty(layer: unknown): string | null {
  const filled = typeof layer === 'object' && layer !== null && Object.keys(layer).length > 0;
  return filled ? null : 'an encoding must not be empty';
}

/** For `updateSendSettings` and the option of that name. */
export const checkSendSettings: Check = (settings) => {
  if (!isObject(settings) || Object.keys(settings).length === 0)
    return 'needs settings of at least one track';
  return firstOf(
    Object.entries(settings).map(([track, one]) => within(track, checkTrackSettings(track, one))),
  );
};

/** A preset's name, or custom quality, layers and encodings. */
export function checkTrackSettings(track: string, settings: unknown): string | null {
  const presets = track === 'screenVideo' ? SCREEN_PRESETS : CAMERA_PRESETS;
  if (isString(settings)) return oneOf(...presets)(settings);
  if (!isObject(settings)) return `must be an object or a preset: ${presets.join(', ')}`;
  const { maxQuality, encodings, allowAdaptiveLayers } = settings;
  if (!maxQuality && !encodings && allowAdaptiveLayers === undefined)
    return 'needs maxQuality, allowAdaptiveLayers or encodings';
  if (maxQuality && !LAYERS.includes(maxQuality as string))
    return within('maxQuality', oneOf(...LAYERS)(maxQuality));
  return encodings ? checkNamedLayers(encodings) : null;
}

function checkNamedLayers(encodings: unknown): string | null {
  const named = isObject(encodings) ? encodings : {};
  const names = LAYERS.slice(0, Object.keys(named).length);
  if (!isBetween(Object.keys(named).length, 1, 3) || !names.every((name) => named[name]))
    return 'encodings must be low; low and medium; or low, medium and high';
  return firstOf(names.map((name) => within(name, checkNotEmpty(named[name]))));
}

/** Of the option `receiveSettings`. */
export const checkReceiveSettings: Check = (settings) => checkReceive(settings, ['local', '*']);
/** Of `updateReceiveSettings`, where `*` stands for everyone. */
export const checkReceiveUpdates: Check = (settings) => checkReceive(settings, ['local']);

function checkReceive(settings: unknown, notKeys: readonly string[]): string | null {
  if (!isObject(settings)) return 'must be an object by session id';
  return firstOf(
    Object.entries(settings).map(([id, one]) => {
      if (id === '' || notKeys.includes(id)) return `there are no receive settings of '${id}'`;
      if (!one) return `'${id}': must be an object or 'inherit'`;
      const { video, screenVideo } = one as Record<string, unknown>;
      return within(id, checkReceiveLayer(video) ?? checkReceiveLayer(screenVideo));
    }),
  );
}

function checkReceiveLayer(settings: unknown): string | null {
  if (!isObject(settings)) return null;
  const { layer } = settings;
  const right =
    layer === undefined || layer === 'inherit' || (Number.isInteger(layer) && Number(layer) >= 0);
  return right ? null : "layer must be a non-negative integer or 'inherit'";
}
