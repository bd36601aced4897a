import { CallError } from '../core/call-error.ts';
import type { CallObjectOptions } from './call-options.ts';
import { checkIntegrations, checkLayout, checkTheme, checkTrayButtons } from './frame-rules.ts';
import { checkInputSettings } from './input-rules.ts';
import { LANGUAGES } from './language.ts';
import { checkEncodings, checkReceiveSettings, checkSendSettings } from './media-rules.ts';
import {
  anything,
  type Check,
  isMediaTrack,
  isObject,
  isString,
  must,
  oneOf,
  within,
} from './predicates.ts';
import { checkUserData } from './room-rules.ts';

const text = must(isString, 'must be a string');
const source = must(
  (value) => typeof value === 'boolean' || isString(value) || isMediaTrack(value),
  'must be true, false, a device id or a media track',
);

/** Every option of a call; those of frames do nothing in a call object. */
const RULES: Readonly<Record<string, Check>> = {
  url: must(isHttpUrl, 'must be the http(s) address of a room'),
  token: text,
  iceServers: must(Array.isArray, 'must be a list of STUN and TURN servers'),
  userName: anything,
  userData: checkUserData,
  lang: oneOf(...LANGUAGES, 'en-us', 'user'),
  audioSource: source,
  videoSource: source,
  inputSettings: checkInputSettings,
  sendSettings: checkSendSettings,
  receiveSettings: checkReceiveSettings,
  dailyConfig: checkDailyConfig,
  aboutClient: must(
    isAboutClient,
    'must be at most 10 texts of 256 by names of 64 (a-z, 0-9, _, -)',
  ),
  customIntegrations: checkIntegrations,
  customTrayButtons: checkTrayButtons,
  theme: checkTheme,
  layoutConfig: checkLayout,
  // Of published programs; without effect here.
  baseUrl: text,
  layout: oneOf('custom-v1', 'browser', 'none'),
  allowLocalAudio: anything,
  allowLocalVideo: anything,
  subscribeToTracksAutomatically: anything,
  startAudioOff: anything,
  startVideoOff: anything,
  activeSpeakerMode: anything,
  showLeaveButton: anything,
  showParticipantsBar: anything,
  showLocalVideo: anything,
  showFullscreenButton: anything,
  showUserNameChangeUI: anything,
  iframeStyle: anything,
  customLayout: anything,
  bodyClass: anything,
  cssFile: anything,
  cssText: anything,
  strictMode: anything,
  allowMultipleCallInstances: anything,
} satisfies Record<keyof CallObjectOptions | 'baseUrl' | 'layout', Check>;

/** @throws a `CallError` that names the first property that is unknown or does not fit */
export function validateOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (check === undefined) {
      throw new CallError('invalid-property', `unrecognized property '${name}'`);
    }
    // Undefined counts as not given: optional fields are often passed on as they are.
    if (value !== undefined) refuse(within(name, check(value)), 'property ');
  }
}

/** @throws a `CallError` when there is a problem */
export function refuse(problem: string | null, prefix = ''): void {
  if (problem !== null) throw new CallError('invalid-property', prefix + problem);
}

function checkDailyConfig(config: unknown): string | null {
  if (!isObject(config)) return 'must be an object';
  const { camSimulcastEncodings } = config;
  return within(
    'camSimulcastEncodings',
    camSimulcastEncodings ? checkEncodings(camSimulcastEncodings) : null,
  );
}

/** With the limits of the published library, since its version 0.90. */
function isAboutClient(value: unknown): boolean {
  if (value === null) return true;
  const entries = isObject(value) ? Object.entries(value) : null;
  return (
    entries !== null &&
    entries.length <= 10 &&
    entries.every(([name, one]) => /^[\w-]{1,64}$/.test(name) && isString(one) && one.length <= 256)
  );
}

function isHttpUrl(value: unknown): boolean {
  return isString(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
