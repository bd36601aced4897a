/** Rules of async methods: loaded when one of them is called. */
import { checkPlayerEncodings } from './media-rules.ts';
import {
  type Check,
  firstOf,
  isBetween,
  isMediaTrack,
  isObject,
  isString,
  within,
} from './predicates.ts';
import { checkCanReceive } from './room-rules.ts';

const PLAYER_SETTINGS = ['state', 'volume', 'simulcastEncodings'];

export const checkPlayerStart: Check = (options) => {
  const { url, settings = {} } = isObject(options) ? options : {};
  if (!isString(url)) return 'url must be a string';
  const problem = checkPlayerSettings(settings);
  if (problem !== null || !isObject(settings)) return problem;
  const unknown = Object.keys(settings).find((key) => !PLAYER_SETTINGS.includes(key));
  if (unknown !== undefined) return `settings: unrecognized property '${unknown}'`;
  const { simulcastEncodings } = settings;
  return simulcastEncodings ? checkPlayerEncodings(simulcastEncodings) : null;
};

export const checkPlayerUpdate: Check = (options) =>
  checkPlayerSettings(isObject(options) ? options.settings : undefined);

function checkPlayerSettings(settings: unknown): string | null {
  if (!isObject(settings)) return 'settings must be an object';
  const { state, volume } = settings;
  if (state && state !== 'play' && state !== 'pause') return 'state must be play or pause';
  return !volume || isBetween(volume, 0, 2) ? null : 'volume must be a number from 0 to 2';
}

export const checkPlayerId: Check = (id) => (isString(id) ? null : 'needs a session id');

const AUDIO_CODECS = ['OPUS', 'PCMU', 'PCMA', 'G722'];
const VIDEO_CODECS = ['H264', 'VP8'];
const DISPLAY_NAME_LIMIT = 200;
const USER_ID_MAX = 36;

export const checkDialOut: Check = (options) => {
  const { sipUri, phoneNumber, callerId, displayName, userId, video, codecs, permissions } =
    isObject(options) ? options : {};
  if (!sipUri === !phoneNumber) return 'needs exactly one of sipUri and phoneNumber';
  const { audio: audioCodecs, video: videoCodecs } = isObject(codecs) ? codecs : {};
  const canReceive = isObject(permissions) && permissions.canReceive;
  return firstOf([
    sipUri ? checkStart(sipUri, /^sip:/, "sipUri must start with 'sip:'") : null,
    phoneNumber
      ? checkStart(phoneNumber, /^\+\d+$/, 'phoneNumber must be + and digits (E.164)')
      : null,
    sipUri && video && typeof video !== 'boolean' ? 'video must be true or false' : null,
    within('codecs.audio', audioCodecs ? checkCodecs(audioCodecs, AUDIO_CODECS) : null),
    sipUri && videoCodecs ? within('codecs.video', checkCodecs(videoCodecs, VIDEO_CODECS)) : null,
    callerId && !isString(callerId) ? 'callerId must be a string' : null,
    callerId && sipUri ? 'callerId is not allowed with sipUri' : null,
    displayName && !(isString(displayName) && displayName.length < DISPLAY_NAME_LIMIT)
      ? `displayName must be a string of less than ${DISPLAY_NAME_LIMIT} characters`
      : null,
    userId && !(isString(userId) && userId.length <= USER_ID_MAX)
      ? `userId must be a string of at most ${USER_ID_MAX} characters`
      : null,
    canReceive ? within('canReceive', checkCanReceive(canReceive)) : null,
  ]);
};

function checkStart(value: unknown, pattern: RegExp, problem: string): string | null {
  return isString(value) && pattern.test(value) ? null : problem;
}

function checkCodecs(codecs: unknown, known: readonly string[]): string | null {
  const right =
    Array.isArray(codecs) && codecs.length > 0 && codecs.every((codec) => known.includes(codec));
  return right ? null : `must be a list of ${known.join(', ')}`;
}

export const checkTransfer: Check = (options) =>
  checkEndPoint(options, /^(?:sip:|\+)/, "toEndPoint must start with 'sip:' or '+'");
export const checkRefer: Check = (options) =>
  checkEndPoint(options, /^sip:/, "toEndPoint must start with 'sip:'");

function checkEndPoint(options: unknown, start: RegExp, problem: string): string | null {
  const { sessionId, toEndPoint, callerId } = isObject(options) ? options : {};
  if (!sessionId || !toEndPoint) return 'needs sessionId and toEndPoint';
  if (!isString(sessionId) || !isString(toEndPoint))
    return 'sessionId and toEndPoint must be strings';
  if (!start.test(toEndPoint)) return problem;
  if (callerId && !isString(callerId)) return 'callerId must be a string';
  return callerId && !toEndPoint.startsWith('+')
    ? "callerId is only valid for an end point that starts with '+'"
    : null;
}

const TONES_MAX = 20;

export const checkTones: Check = (options) => {
  const { sessionId, tones } = isObject(options) ? options : {};
  if (!sessionId || !tones || !isString(sessionId) || !isString(tones))
    return 'sessionId and tones must be strings';
  if (tones.length > TONES_MAX) return `tones must be at most ${TONES_MAX} characters`;
  return /^[0-9A-D*#]*$/.test(tones) ? null : 'tones must be of 0-9, A-D, * and #';
};

const RESERVED_NAMES = [
  'cam-audio',
  'cam-video',
  'screen-video',
  'screen-audio',
  'rmpAudio',
  'rmpVideo',
  'customVideoDefaults',
];
const TRACK_NAME_MAX_CHARACTERS = 50;

export const checkCustomTrack: Check = (options) => {
  const { track, mode, trackName } = isObject(options) ? options : {};
  if (isString(trackName)) {
    if (trackName.length > TRACK_NAME_MAX_CHARACTERS)
      return `trackName must be at most ${TRACK_NAME_MAX_CHARACTERS} characters`;
    if (RESERVED_NAMES.includes(trackName)) return `trackName '${trackName}' is reserved`;
  } else if (trackName) return 'trackName must be a string';
  if (mode && mode !== 'music' && mode !== 'speech' && !(mode instanceof Object))
    return 'mode must be music, speech or a settings object';
  return isMediaTrack(track) ? null : 'track must be a media track';
};
