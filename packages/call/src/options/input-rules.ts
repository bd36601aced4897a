import {
  anything,
  type Check,
  checkKeys,
  isBetween,
  isMediaTrack,
  isObject,
  isUrl,
  must,
  oneOf,
  within,
} from './predicates.ts';

const PICTURE = /\.\s*(?:jpe?g|png)\s*$/i;
const PICTURE_DATA = /^image\/(?:jpe?g|png);/;

/** Of `updateInputSettings` and the option `inputSettings`. */
export const checkInputSettings: Check = (settings) =>
  checkKeys(
    { audio: checkDevice(checkAudioProcessor), video: checkDevice(checkVideoProcessor) },
    settings,
  );

function checkDevice(processor: Check): Check {
  return (device) => checkKeys({ processor, settings: checkTrackSettings }, device);
}

function checkTrackSettings(settings: unknown): string | null {
  if (typeof settings !== 'object' || settings === null) return 'must be an object';
  const { customTrack } = settings as Record<string, unknown>;
  return !customTrack || isMediaTrack(customTrack) ? null : 'customTrack must be a media track';
}

const audioType = oneOf('none', 'noise-cancellation');
const videoType = oneOf('none', 'background-blur', 'background-image', 'face-detection');

function checkAudioProcessor(processor: unknown): string | null {
  if (!isObject(processor)) return 'must be an object';
  return within('type', audioType(processor.type));
}

function checkVideoProcessor(processor: unknown): string | null {
  if (!isObject(processor)) return 'must be an object';
  const { type, config } = processor;
  const problem = within('type', videoType(type));
  if (problem !== null || !config) return problem;
  if (typeof config !== 'object') return "'config': must be an object";
  if (type === 'background-blur') return within('config', checkKeys({ strength }, config));
  if (type !== 'background-image') return null;
  return within('config', checkKeys({ source, url: anything, type: anything }, config));
}

const strength = must(
  (value) => isBetween(value, Number.MIN_VALUE, 1),
  'must be above 0 and at most 1',
);

/** One of the ten built-in images, an image's address, or its bytes. */
const source = must(
  (value) =>
    value === undefined ||
    value === 'default' ||
    value instanceof ArrayBuffer ||
    (isUrl(value)
      ? isPictureUrl(new URL(String(value)))
      : Number.isInteger(Number(value)) && isBetween(Number(value), 1, 10)),
  'must be an integer from 1 to 10, the address of a jpg or png picture, or an ArrayBuffer',
);

function isPictureUrl({ protocol, pathname }: URL): boolean {
  return (protocol === 'data:' ? PICTURE_DATA : PICTURE).test(pathname);
}
