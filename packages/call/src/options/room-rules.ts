import { APP_MESSAGE_MAX_CHARACTERS, USER_DATA_MAX_CHARACTERS } from '@kindling/protocol/constants';
import {
  anything,
  type Check,
  checkKeys,
  firstOf,
  isObject,
  isString,
  must,
  oneOf,
  within,
} from './predicates.ts';

const SESSION_DATA_MAX_CHARACTERS = 102_400;
/** Length of a value as JSON; undefined: it cannot be serialised. */
function sizeOf(data: unknown): number | undefined {
  try {
    return JSON.stringify(data)?.length;
  } catch {
    return undefined;
  }
}

export const checkUserData: Check = (data) => {
  if (data === undefined) return null;
  const size = isString(data) ? data.length : sizeOf(data);
  return size !== undefined && size <= USER_DATA_MAX_CHARACTERS
    ? null
    : `must be serializable to at most ${USER_DATA_MAX_CHARACTERS} characters`;
};

export const checkAppMessage: Check = (data) => {
  const size = sizeOf(data);
  if (size === undefined) return 'Message data must be serializable';
  return size <= APP_MESSAGE_MAX_CHARACTERS
    ? null
    : `Message data too large. Max size is ${APP_MESSAGE_MAX_CHARACTERS}`;
};

export const checkSessionData: Check = (data) => {
  const plain = isObject(data) && [null, Object.prototype].includes(Object.getPrototypeOf(data));
  const size = plain ? sizeOf(data) : undefined;
  return size !== undefined && size <= SESSION_DATA_MAX_CHARACTERS
    ? null
    : `must be a plain object, serializable to at most ${SESSION_DATA_MAX_CHARACTERS} characters`;
};

export const checkMergeStrategy: Check = (strategy) =>
  strategy === undefined ? null : oneOf('replace', 'shallow-merge')(strategy);

export const checkLevelInterval: Check = must(
  (interval) => interval === undefined || (typeof interval === 'number' && interval >= 100),
  'The interval must be a number of at least 100 ms',
);

const SUBSCRIPTIONS = [true, false, 'staged'];
const RECEIVABLE = ['audio', 'video', 'screenAudio', 'screenVideo', 'rmpAudio', 'rmpVideo'];
const subscription = oneOf(...SUBSCRIPTIONS);

export const checkSubscribedTracks: Check = (wanted) => {
  if (SUBSCRIPTIONS.includes(wanted as string) || wanted === 'avatar') return null;
  const each = Object.fromEntries(RECEIVABLE.map((name) => [name, subscription]));
  return checkKeys({ ...each, custom: checkCustomSubscriptions }, wanted);
};

const checkCustomSubscriptions: Check = (wanted) => {
  if (SUBSCRIPTIONS.includes(wanted as string)) return null;
  if (!isObject(wanted)) return subscription(wanted);
  return firstOf(Object.values(wanted).map(checkCustomSubscriptions));
};

const some = (names: readonly string[]) =>
  must(
    (value) =>
      typeof value === 'boolean' ||
      ((Array.isArray(value) || value instanceof Set) &&
        [...value].every((name) => names.includes(name))),
    `must be true, false, or a list of ${names.join(', ')}`,
  );
const MEDIA = ['video', 'audio', 'screenVideo', 'screenAudio'];

const checkReceivable: Check = (media) => {
  if (typeof media === 'boolean') return null;
  const flag = must((value) => typeof value === 'boolean', 'must be true or false');
  const named: Check = (value) =>
    isObject(value) ? firstOf(Object.values(value).map(flag)) : 'must be an object';
  const each = Object.fromEntries(MEDIA.map((name) => [name, flag]));
  return checkKeys({ ...each, customVideo: named, customAudio: named }, media);
};

const eachReceivable: Check = (byId) =>
  isObject(byId) ? firstOf(Object.values(byId).map(checkReceivable)) : 'must be an object by id';

export const checkCanReceive: Check = (value) =>
  checkKeys(
    { base: checkReceivable, byUserId: eachReceivable, byParticipantId: eachReceivable },
    value,
  );

const PARTICIPANT_UPDATE: Readonly<Record<string, Check>> = {
  setAudio: anything,
  setVideo: anything,
  setScreenShare: must((value) => value === false, 'can only be stopped: false'),
  setSubscribedTracks: checkSubscribedTracks,
  eject: anything,
  styles: (styles) => {
    const parts = (value: unknown) => checkKeys({ div: anything, video: anything }, value ?? {});
    return checkKeys({ cam: parts, screen: parts }, styles);
  },
  updatePermissions: (permissions) =>
    checkKeys(
      {
        hasPresence: must((value) => typeof value === 'boolean', 'must be true or false'),
        canSend: some([...MEDIA, 'customVideo', 'customAudio']),
        canReceive: checkCanReceive,
        canAdmin: some(['participants', 'streaming', 'transcription']),
      },
      permissions,
    ),
};

/** `automatic`: subscribes automatically, so tracks cannot be chosen. */
export const checkParticipantUpdate =
  (automatic: boolean): Check =>
  (update) => {
    if (!update) return null;
    if (automatic && isObject(update) && 'setSubscribedTracks' in update)
      return 'setSubscribedTracks needs setSubscribeToTracksAutomatically(false)';
    return checkKeys(PARTICIPANT_UPDATE, update);
  };

export const checkParticipantUpdates =
  (automatic: boolean): Check =>
  (updates) =>
    firstOf(
      Object.entries(updates ?? {}).map(([id, update]) =>
        within(id, id === '' ? null : checkParticipantUpdate(automatic)(update)),
      ),
    );
