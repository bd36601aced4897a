import { text, type ValidationCase } from './daily-case.ts';
import {
  CUSTOM_TRACKS,
  DIAL_OUTS,
  PLAYERS,
  phone,
  SESSION_DATA,
  sip,
  TONES,
  TRANSFERS,
  track,
  UPDATES,
} from './daily-method-values.ts';
import {
  ENCODINGS,
  INPUT_SETTINGS,
  INTEGRATIONS,
  LAYOUTS,
  RECEIVE_SETTINGS,
  SEND_SETTINGS,
  THEMES,
  TRAY_BUTTONS,
  USER_DATA,
} from './daily-option-values.ts';

const at = (moment: ValidationCase['moment'], method: string, ...argss: unknown[][]) =>
  argss.map((args): ValidationCase => ({ moment, method, args }));
const one = (values: readonly unknown[]) => values.map((value) => [value]);
const options = (name: string, values: readonly unknown[]) =>
  values.map(
    (value): ValidationCase => ({
      moment: 'create',
      method: 'createCallObject',
      args: [{ [name]: value }],
    }),
  );

const AFTER_JOIN: readonly (readonly [method: string, ...args: unknown[]])[] = [
  ['sendAppMessage', 'hello'],
  ['setSubscribeToTracksAutomatically', false],
  ['updateWaitingParticipant', 'id', {}],
  ['updateWaitingParticipants', {}],
  ['requestAccess', { name: 'me' }],
  ['meetingSessionState'],
  ['setMeetingSessionData', {}],
  ['startCustomTrack', { track }],
  ['stopCustomTrack', 'band'],
  ['updateReceiveSettings', {}],
  ['startTranscription'],
  ['updateTranscription', { participants: [] }],
  ['stopTranscription'],
  ['startDialOut', { phoneNumber: phone }],
  ['stopDialOut', { sessionId: 's' }],
  ['sendDTMF', { sessionId: 's', tones: '1' }],
  ['sipCallTransfer', { sessionId: 's', toEndPoint: sip }],
  ['sipRefer', { sessionId: 's', toEndPoint: sip }],
  ['addFakeParticipant'],
  ['getMeetingSession'],
  ['setNetworkTopology', { topology: 'sfu' }],
];

const PREBUILT_ONLY: readonly (readonly [method: string, ...args: unknown[]])[] = [
  ['theme'],
  ['setTheme', { colors: {} }],
  ['customTrayButtons'],
  ['updateCustomTrayButtons', {}],
  ['customIntegrations'],
  ['setCustomIntegrations', {}],
  ['startCustomIntegrations', 'a'],
  ['stopCustomIntegrations', 'a'],
  ['setShowNamesMode', 'always'],
  ['showLocalVideo'],
  ['setShowLocalVideo', true],
  ['showParticipantsBar'],
  ['setShowParticipantsBar', true],
];

/** Those that a destroyed call refuses. */
const OF_THE_LIVING: readonly (readonly [method: string, ...args: unknown[]])[] = [
  ['load'],
  ['setLocalAudio', true],
  ['setLocalVideo', true],
  ['updateParticipant', 'id', { setAudio: false }],
  ['setUserName', 'me'],
  ['cycleMic'],
  ['cycleCamera'],
  ['setBandwidth', { kbs: 100 }],
  ['startRecording'],
  ['stopRecording'],
  ['setDailyLang', 'en'],
  ['setActiveSpeakerMode', true],
];
const HARMLESS = [
  'meetingState',
  'participants',
  'participantCounts',
  'isDestroyed',
  'leave',
  'localAudio',
];

const atAll = (moment: ValidationCase['moment'], calls: typeof AFTER_JOIN) =>
  calls.map(([method, ...args]): ValidationCase => ({ moment, method, args }));
const INTERVALS = [undefined, null, 0, 99, 99.9, 100, 5_000, Number.NaN, -1, '200', true, {}];

/** A row for every rule and every boundary. */
export const CASES: readonly ValidationCase[] = [
  ...options('userData', USER_DATA),
  ...options('sendSettings', SEND_SETTINGS),
  ...options('receiveSettings', RECEIVE_SETTINGS),
  ...options('inputSettings', INPUT_SETTINGS),
  ...options('customIntegrations', INTEGRATIONS),
  ...options('customTrayButtons', TRAY_BUTTONS),
  ...options('theme', THEMES),
  ...options('layoutConfig', LAYOUTS),
  ...options('dailyConfig', [
    {},
    null,
    5,
    { avoidEval: true, nonsense: 1 },
    ...ENCODINGS.map((camSimulcastEncodings) => ({ camSimulcastEncodings })),
  ]),
  ...options('url', ['https://kindling.test/room/a', 'room', 5, undefined, '']),
  ...options('token', ['secret', '', 5, undefined]),
  ...options('lang', ['en', 'en-us', 'pt-BR', 'jp', 'user', 'ja', 'xx', 5]),
  ...options('audioSource', [true, false, 'device', track, 5, null, { kind: 'audio' }]),
  ...options('videoSource', [true, false, 'device', { $: 'videoTrack' }, 5, null]),
  ...options('nonsense', [1]),
  ...options('toString', [1]),
  ...[
    'userName',
    'startAudioOff',
    'showLeaveButton',
    'cssText',
    'iframeStyle',
    'strictMode',
  ].flatMap((name) => options(name, ['yes', 5, true, null])),
  // Before those of join, which has them refused for another reason.
  ...at('new', 'startCamera', [{ nonsense: 1 }]),
  ...at('new', 'preAuth', [{ nonsense: 1 }]),
  ...at('new', 'setUserData', ...one(USER_DATA)),
  ...at('new', 'updateSendSettings', ...one(SEND_SETTINGS)),
  ...at('new', 'updateInputSettings', ...one(INPUT_SETTINGS)),
  ...at('new', 'startLocalAudioLevelObserver', ...one(INTERVALS)),
  ...at('new', 'startRemoteParticipantsAudioLevelObserver', ...one(INTERVALS)),
  ...at('new', 'setPlayNewParticipantSound', [true], [false], [5], ['loud'], []),
  ...at('new', 'loadCss', [{}], []),
  ...at('new', 'setBandwidth', [{ kbs: 100 }], []),
  ...at('new', 'startScreenShare', []),
  ...at('new', 'stopScreenShare', []),
  ...at('new', 'join', [{ nonsense: 1 }], [{ userData: text(4_097) }], [{ token: 5 }]),
  ...at('new', 'load', [{ nonsense: 1 }], [{ lang: 'xx' }]),
  ...at('new', 'stopRemoteMediaPlayer', [], [5]),
  ...atAll('new', AFTER_JOIN),
  ...atAll('new', PREBUILT_ONLY),
  ...at('new', 'updateReceiveSettings', ...one(RECEIVE_SETTINGS)),
  ...at('new', 'updateParticipant', ...UPDATES.map((update) => ['id', update])),
  ...at('joined', 'preAuth', [{}]),
  ...at('joined', 'startCamera', [{}]),
  ...at('joined', 'testCallQuality', []),
  ...atAll('joined', PREBUILT_ONLY),
  ...at('joined', 'updateParticipant', ...UPDATES.map((update) => ['id', update])),
  ...at('joined', 'updateParticipants', ...UPDATES.map((update) => [{ a: {}, id: update }])),
  ...at('joined', 'updateReceiveSettings', ...one(RECEIVE_SETTINGS)),
  ...at(
    'joined',
    'startRecording',
    [],
    ...one(['cloud', 'raw-tracks', 'local', 'tape', 5].map((type) => ({ type }))),
  ),
  ...at('joined', 'startRemoteMediaPlayer', ...one(PLAYERS)),
  ...at(
    'joined',
    'updateRemoteMediaPlayer',
    ...PLAYERS.map(({ settings }) => [{ session_id: 's', settings }]),
  ),
  ...at('joined', 'startDialOut', ...one(DIAL_OUTS)),
  ...at('joined', 'sipCallTransfer', [], ...one(TRANSFERS)),
  ...at('joined', 'sipRefer', [], ...one(TRANSFERS)),
  ...at('joined', 'sendDTMF', [], ...one(TONES)),
  ...at('joined', 'startCustomTrack', ...one(CUSTOM_TRACKS)),
  ...at('joined', 'setMeetingSessionData', ...SESSION_DATA),
  ...at(
    'joined',
    'updateTranscription',
    [],
    [5],
    [{}],
    [{ participants: [] }],
    [{ participants: 'all' }],
  ),
  ...at('joined', 'stopTranscription', [], [{ instanceId: 'a' }], [{}], [5]),
  ...at('joined', 'sendAppMessage', [{}], [undefined], [text(4_094)], [text(200_000)]),
  ...at('joined', 'updateWaitingParticipant', ['id', {}], [5, {}], ['id', 5]),
  ...at('joined', 'updateWaitingParticipants', [{}], [5]),
  ...atAll('destroyed', OF_THE_LIVING),
  ...HARMLESS.flatMap((method) => at('destroyed', method, [])),
];
