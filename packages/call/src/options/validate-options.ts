import { USER_DATA_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { CallError } from '../call-error.ts';
import type { CallObjectOptions } from './call-options.ts';

interface Rule {
  readonly accepts?: (value: unknown) => boolean;
  readonly help?: string;
}

const isString = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isTrack = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && 'readyState' in value;
const isSource = (value: unknown) => isBoolean(value) || isString(value) || isTrack(value);

const text: Rule = { accepts: isString, help: 'must be a string' };
const flag: Rule = { accepts: isBoolean, help: 'must be true or false' };
const source: Rule = {
  accepts: isSource,
  help: 'must be true, false, a device id or a media track',
};

/** Every property that a call object knows; a rule for each. */
const RULES: Readonly<Record<string, Rule>> = {
  url: { accepts: isRoomUrl, help: 'must be the http(s) address of a room' },
  token: text,
  userName: text,
  userData: { accepts: isUserData, help: userDataHelp() },
  subscribeToTracksAutomatically: flag,
  audioSource: source,
  videoSource: source,
  startAudioOff: flag,
  startVideoOff: flag,
  dailyConfig: { accepts: (value) => typeof value === 'object', help: 'must be an object' },
  allowMultipleCallInstances: flag,
  strictMode: flag,
} satisfies Record<keyof CallObjectOptions, Rule>;

/** Throws a `CallError` that names the first property that is unknown or does not fit. */
export function validateOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined) {
      throw new CallError('invalid-property', `unrecognized property '${name}'`);
    }
    if (value === undefined || rule.accepts?.(value) !== false) continue;
    throw new CallError('invalid-property', `invalid property '${name}': it ${rule.help}`);
  }
}

/** Throws when `userData` cannot travel. */
export function validateUserData(data: unknown): void {
  if (isUserData(data)) return;
  throw new CallError('invalid-property', `invalid property 'userData': it ${userDataHelp()}`);
}

function isUserData(data: unknown): boolean {
  try {
    return (JSON.stringify(data)?.length ?? 0) <= USER_DATA_MAX_CHARACTERS;
  } catch {
    return false;
  }
}

function userDataHelp(): string {
  return `must be serializable to at most ${USER_DATA_MAX_CHARACTERS} characters`;
}

function isRoomUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return /^https?:$/.test(new URL(value).protocol);
}
