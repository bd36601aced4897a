import type {
  ScreenSendPreset,
  VideoSendPreset,
  VideoSendSettings,
} from '../options/media-settings.ts';

export type Encodings = readonly RTCRtpEncodingParameters[];

/** The number of layers a camera sends is fixed by the first negotiation: layers are switched, never added. */
const CAMERA_LAYERS = 3;

function layer(
  scaleResolutionDownBy: number,
  maxFramerate: number,
  maxBitrate: number,
): RTCRtpEncodingParameters {
  return { scaleResolutionDownBy, maxFramerate, maxBitrate };
}

const BALANCED = [layer(4, 15, 100_000), layer(2, 20, 300_000), layer(1, 30, 900_000)];

const CAMERA_PRESETS: Readonly<Record<VideoSendPreset, Encodings>> = {
  'default-video': BALANCED,
  'bandwidth-optimized': [layer(4, 10, 80_000), layer(2, 15, 250_000)],
  'bandwidth-and-quality-balanced': BALANCED,
  'quality-optimized': [layer(4, 15, 150_000), layer(2, 30, 600_000), layer(1, 30, 2_000_000)],
  'adaptive-2-layers': [layer(2, 20, 300_000), layer(1, 30, 1_200_000)],
  'adaptive-3-layers': [layer(4, 15, 120_000), layer(2, 30, 400_000), layer(1, 30, 1_500_000)],
};

const SCREEN_PRESETS: Readonly<Record<ScreenSendPreset, Encodings>> = {
  'default-screen-video': [layer(1, 10, 1_500_000)],
  'detail-optimized': [layer(1, 5, 1_500_000)],
  'motion-optimized': [layer(1, 30, 2_500_000)],
  'motion-and-detail-balanced': [layer(1, 15, 2_000_000)],
};

const QUALITIES = { low: 1, medium: 2, high: 3 } as const;

/** Settings as layers, the smallest first; unused ones have `active: false`. */
export function cameraEncodings(settings: VideoSendSettings | string): Encodings {
  const preset = isPreset(settings, CAMERA_PRESETS) ? CAMERA_PRESETS[settings] : BALANCED;
  const layers = limitQuality(customLayers(settings) ?? preset, settings);
  const resting = { active: false, scaleResolutionDownBy: 1 };
  return [...layers, ...Array(CAMERA_LAYERS - layers.length).fill(resting)];
}

/** A screen is sent in one layer, unless the page sets its own. */
export function screenEncodings(settings: VideoSendSettings | string): Encodings {
  const preset = isPreset(settings, SCREEN_PRESETS)
    ? SCREEN_PRESETS[settings]
    : SCREEN_PRESETS['default-screen-video'];
  const own = customLayers(settings);
  if (own !== null) return limitQuality(own, settings);
  const share = typeof settings === 'string' ? 1 : QUALITIES[settings.maxQuality ?? 'high'] / 3;
  return preset.map((one) => ({ ...one, maxBitrate: Math.round((one.maxBitrate ?? 0) * share) }));
}

/** Keeps the sum of all layers below a limit, each in proportion. */
export function limitBandwidth(encodings: Encodings, bitsPerSecond: number | null): Encodings {
  if (bitsPerSecond === null) return encodings;
  const active = encodings.filter((one) => one.active !== false);
  const whole = active.reduce((sum, one) => sum + (one.maxBitrate ?? 0), 0);
  if (active.every((one) => one.maxBitrate !== undefined) && whole <= bitsPerSecond)
    return encodings;
  return encodings.map((one) => {
    const share = whole === 0 ? 1 / active.length : (one.maxBitrate ?? whole) / whole;
    const maxBitrate = Math.round(bitsPerSecond * Math.min(1, share));
    return one.active === false ? one : { ...one, maxBitrate };
  });
}

function customLayers(settings: VideoSendSettings | string): Encodings | null {
  if (typeof settings === 'string' || settings.encodings === undefined) return null;
  const { low, medium, high } = settings.encodings;
  return [low, medium, high].filter((one) => one !== undefined);
}

function limitQuality(layers: Encodings, settings: VideoSendSettings | string): Encodings {
  if (typeof settings === 'string' || settings.maxQuality === undefined) return layers;
  const kept = QUALITIES[settings.maxQuality];
  return layers.map((one, index) => (index < kept ? one : { ...one, active: false }));
}

function isPreset<Presets extends object>(
  name: unknown,
  presets: Presets,
): name is Extract<keyof Presets, string> {
  return typeof name === 'string' && Object.hasOwn(presets, name);
}
