import type * as FeatureRules from '../options/feature-rules.ts';
import {
  checkIntegrationIds,
  checkIntegrations,
  checkNamesMode,
  checkSound,
  checkTheme,
  checkTrayButtons,
} from '../options/frame-rules.ts';
import { checkInputSettings } from '../options/input-rules.ts';
import {
  checkReceiveUpdates,
  checkSendSettings,
  checkTrackSettings,
} from '../options/media-rules.ts';
import { type Check, isObject, isString, must, within } from '../options/predicates.ts';
import {
  checkRecording,
  checkTranscriptionStop,
  checkTranscriptionUpdate,
} from '../options/recording-rules.ts';
import {
  checkAppMessage,
  checkLevelInterval,
  checkMergeStrategy,
  checkParticipantUpdate,
  checkParticipantUpdates,
  checkSessionData,
  checkUserData,
} from '../options/room-rules.ts';

/**
 * How a method answers: at once from what is known (`get`), with the call itself (`chain`), with
 * nothing (`void`), or later (`async`).
 */
export type MethodKind = 'get' | 'chain' | 'void' | 'async';

/**
 * When a method may be called. `always`: also after `destroy()`. `prepared`: after `preAuth()`,
 * `startCamera()` or `join()`.
 */
export type MethodTime = 'always' | 'usable' | 'prepared' | 'not-joined' | 'joined';

/** What a method asks of its caller. */
export interface MethodRule {
  readonly kind: MethodKind;
  readonly time: MethodTime;
  /** Where it works; absent: in call objects and frames. */
  readonly only?: 'call-object' | 'frame';
  /** What to do instead, said with the refusal. */
  readonly hint?: string;
  /** Arguments are looked at before the time is. */
  readonly argumentsFirst?: true;
  /** What is wrong with the arguments; null: nothing. */
  readonly check?: (args: readonly unknown[], subscribesAutomatically: boolean) => string | null;
  /** The rule of the first argument, loaded when it is needed; of methods that answer later. */
  readonly checkLater?: keyof typeof FeatureRules;
}

type More = Omit<MethodRule, 'kind' | 'time'>;
const rule = (kind: MethodKind, time: MethodTime, more: More = {}): MethodRule => ({
  ...{ kind, time },
  ...more,
});

const callObject = { only: 'call-object' } as const;
const frame = { only: 'frame' } as const;
const first = (check: Check) => ({ check: ([one]: readonly unknown[]) => check(one) });
const flag = first(
  must((value) => value === undefined || typeof value === 'boolean', 'must be true or false'),
);
const object = must((value) => typeof value === 'object', 'must be an object');

// The most frequent ones.
const getter = rule('get', 'always');
const question = rule('async', 'always');
const task = rule('async', 'usable');
const taskInRoom = rule('async', 'joined');
const setter = rule('chain', 'usable');
const command = rule('void', 'usable');
const commandInRoom = rule('void', 'joined');
const setterInRoom = rule('chain', 'joined');
const frameGetter = rule('get', 'always', frame);
const callObjectGetter = rule('get', 'always', callObject);

/** Every public method of a call, and what it asks. One row each; the order is that of the docs. */
export const METHODS = {
  iframe: getter,
  load: task,
  preAuth: rule('async', 'not-joined', callObject),
  join: task,
  leave: question,
  destroy: question,
  isDestroyed: getter,
  meetingState: getter,
  accessState: callObjectGetter,
  participants: getter,
  participantCounts: getter,
  updateParticipant: rule('chain', 'usable', {
    check: ([id, update], automatic) => (id ? checkParticipantUpdate(automatic)(update) : null),
  }),
  updateParticipants: rule('chain', 'usable', {
    check: ([updates], automatic) => checkParticipantUpdates(automatic)(updates),
  }),
  waitingParticipants: callObjectGetter,
  updateWaitingParticipant: rule('async', 'joined', {
    ...callObject,
    check: ([id = '', update = {}]) =>
      isString(id) ? object(update) : 'needs the id of a waiting participant',
  }),
  updateWaitingParticipants: rule('async', 'joined', {
    ...callObject,
    check: ([updates = {}]) => object(updates),
  }),
  requestAccess: rule('async', 'joined', callObject),
  setUserName: task,
  setUserData: rule(
    'async',
    'usable',
    first((data) => within('userData', checkUserData(data))),
  ),
  sendAppMessage: rule('chain', 'joined', first(checkAppMessage)),
  subscribeToTracksAutomatically: getter,
  setSubscribeToTracksAutomatically: rule('chain', 'joined', {
    hint: 'Use the option subscribeToTracksAutomatically.',
  }),
  room: question,
  geo: question,
  meetingSessionSummary: getter,
  meetingSessionState: rule('get', 'joined'),
  getMeetingSession: taskInRoom,
  setMeetingSessionData: rule('void', 'joined', {
    ...callObject,
    check: ([data, strategy]) => checkSessionData(data) ?? checkMergeStrategy(strategy),
  }),
  getActiveSpeaker: getter,
  activeSpeakerMode: getter,
  setActiveSpeakerMode: setter,

  startCamera: rule('async', 'not-joined', {
    ...callObject,
    hint: 'Use setLocalAudio() and setLocalVideo().',
  }),
  localAudio: getter,
  localVideo: getter,
  setLocalAudio: setter,
  setLocalVideo: setter,
  cycleCamera: task,
  cycleMic: task,
  enumerateDevices: question,
  getInputDevices: question,
  setInputDevicesAsync: rule('async', 'usable', first(object)),
  setOutputDeviceAsync: rule('async', 'usable', first(object)),
  getInputSettings: question,
  updateInputSettings: rule('async', 'usable', first(checkInputSettings)),
  localScreenAudio: getter,
  localScreenVideo: getter,
  startScreenShare: rule('void', 'prepared', {
    check: ([options]) => {
      const settings = isObject(options) ? options.screenVideoSendSettings : undefined;
      return settings ? checkTrackSettings('screenVideo', settings) : null;
    },
  }),
  updateScreenShare: command,
  stopScreenShare: rule('void', 'prepared'),
  startCustomTrack: rule('async', 'joined', { checkLater: 'checkCustomTrack' }),
  stopCustomTrack: taskInRoom,
  startLocalAudioLevelObserver: rule('async', 'usable', first(checkLevelInterval)),
  isLocalAudioLevelObserverRunning: getter,
  stopLocalAudioLevelObserver: command,
  getLocalAudioLevel: getter,
  startRemoteParticipantsAudioLevelObserver: rule('async', 'usable', first(checkLevelInterval)),
  isRemoteParticipantsAudioLevelObserverRunning: getter,
  stopRemoteParticipantsAudioLevelObserver: command,
  getRemoteParticipantsAudioLevel: getter,

  setBandwidth: rule('chain', 'usable', first(object)),
  getSendSettings: getter,
  updateSendSettings: rule('async', 'usable', first(checkSendSettings)),
  getReceiveSettings: rule('async', 'always', callObject),
  updateReceiveSettings: rule('async', 'joined', {
    ...callObject,
    ...first(checkReceiveUpdates),
    argumentsFirst: true,
    hint: 'Use the option receiveSettings.',
  }),
  getNetworkStats: question,
  getCpuLoadStats: question,
  getNetworkTopology: question,
  setNetworkTopology: taskInRoom,
  setProxyUrl: setter,
  setIceConfig: setter,
  testCallQuality: rule('async', 'not-joined', callObject),
  stopTestCallQuality: command,
  testPeerToPeerCallQuality: task,
  stopTestPeerToPeerCallQuality: command,
  testConnectionQuality: task,
  stopTestConnectionQuality: command,
  testNetworkConnectivity: task,
  abortTestNetworkConnectivity: command,
  testWebsocketConnectivity: task,
  abortTestWebsocketConnectivity: command,

  startRecording: rule('void', 'usable', first(checkRecording)),
  updateRecording: rule('void', 'usable', first(object)),
  stopRecording: command,
  startTranscription: commandInRoom,
  updateTranscription: rule('void', 'joined', first(checkTranscriptionUpdate)),
  stopTranscription: rule('void', 'joined', first(checkTranscriptionStop)),
  startRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerStart' }),
  updateRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerUpdate' }),
  stopRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerId' }),
  startLiveStreaming: command,
  updateLiveStreaming: rule('void', 'usable', first(object)),
  addLiveStreamingEndpoints: rule('void', 'usable', first(object)),
  removeLiveStreamingEndpoints: rule('void', 'usable', first(object)),
  stopLiveStreaming: command,
  startDialOut: rule('async', 'joined', { checkLater: 'checkDialOut' }),
  stopDialOut: taskInRoom,
  sendDTMF: rule('async', 'joined', { checkLater: 'checkTones' }),
  sipCallTransfer: rule('async', 'joined', { checkLater: 'checkTransfer' }),
  sipRefer: rule('async', 'joined', { checkLater: 'checkRefer' }),

  loadCss: rule('chain', 'usable', first(object)),
  theme: frameGetter,
  setTheme: rule('async', 'usable', { ...frame, ...first(checkTheme) }),
  getDailyLang: question,
  setDailyLang: setter,
  customTrayButtons: frameGetter,
  updateCustomTrayButtons: rule('chain', 'joined', { ...frame, ...first(checkTrayButtons) }),
  customIntegrations: frameGetter,
  setCustomIntegrations: rule('chain', 'joined', { ...frame, ...first(checkIntegrations) }),
  startCustomIntegrations: rule('chain', 'joined', { ...frame, ...first(checkIntegrationIds) }),
  stopCustomIntegrations: rule('chain', 'joined', { ...frame, ...first(checkIntegrationIds) }),
  setShowNamesMode: rule('chain', 'usable', { ...frame, ...first(checkNamesMode) }),
  showLocalVideo: frameGetter,
  setShowLocalVideo: rule('chain', 'joined', { ...frame, ...flag }),
  showParticipantsBar: frameGetter,
  setShowParticipantsBar: rule('chain', 'joined', { ...frame, ...flag }),
  getSidebarView: question,
  setSidebarView: setter,
  requestFullscreen: question,
  exitFullscreen: rule('void', 'always'),
  setPlayNewParticipantSound: rule('void', 'usable', first(checkSound)),
  addFakeParticipant: setterInRoom,
} satisfies Record<string, MethodRule>;

export type MethodName = keyof typeof METHODS;

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

export function ruleOf(name: MethodName): MethodRule {
  return METHODS[name];
}
