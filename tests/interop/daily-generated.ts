import fc from 'fast-check';
import type { ValidationCase } from './daily-case.ts';

/** The same inputs in every run: what differs once is found again. */
const SEED = 80;
const EACH = 22;

const junk = fc.oneof(
  fc.integer({ min: -2, max: 250 }),
  fc.double(),
  fc.string({ maxLength: 6 }),
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.constant([]),
  fc.constant({}),
);
/** Mostly what belongs there, now and then anything. */
const mostly = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: junk });
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] });
const url = fc.constantFrom('https://kindling.test/a.png', 'http://kindling.test', 'notes', '');

const encoding = record({
  maxBitrate: mostly(fc.integer({ min: 1, max: 3_000_000 })),
  maxFramerate: mostly(fc.integer({ min: 1, max: 60 })),
  scaleResolutionDownBy: mostly(fc.integer({ min: 1, max: 8 })),
  active: fc.boolean(),
});
const namedLayers = record({ low: encoding, medium: encoding, high: encoding });
const trackSettings = fc.oneof(
  fc.constantFrom('default-video', 'quality-optimized', 'detail-optimized', 'adaptive-2-layers'),
  record({
    maxQuality: mostly(fc.constantFrom('low', 'medium', 'high')),
    allowAdaptiveLayers: fc.boolean(),
    encodings: namedLayers,
  }),
);
const layer = record({ layer: mostly(fc.constantFrom(0, 1, 2, 'inherit')) });
const receive = fc.dictionary(
  fc.constantFrom('base', '*', 'local', 'some-id'),
  record({ video: mostly(layer), screenVideo: mostly(layer) }),
  { maxKeys: 2 },
);
const processor = fc.oneof(
  record({ type: mostly(fc.constantFrom('none', 'noise-cancellation')) }),
  fc.record({
    type: fc.constant('background-blur'),
    config: record({ strength: mostly(fc.double({ min: -0.2, max: 1.2 })) }),
  }),
  fc.record({
    type: fc.constant('background-image'),
    config: record({ source: mostly(fc.oneof(fc.integer({ min: -1, max: 12 }), url)) }),
  }),
);
const device = record({ processor, settings: record({ deviceId: fc.string({ maxLength: 3 }) }) });
const integration = record({
  label: fc.string({ maxLength: 3 }),
  location: mostly(fc.constantFrom('main', 'sidebar')),
  src: url,
  srcdoc: fc.string({ maxLength: 3 }),
  shared: mostly(fc.constantFrom(true, 'owners', ['a'])),
  controlledBy: mostly(fc.constantFrom('*', 'owners', ['a'])),
});
const button = record({
  iconPath: url,
  label: mostly(fc.string({ maxLength: 3 })),
  tooltip: mostly(fc.string({ maxLength: 3 })),
  visualState: mostly(fc.constantFrom('default', 'sidebar-open', 'active')),
});
const tiles = mostly(fc.integer({ min: -1, max: 52 }));

const dialOut = record({
  sipUri: mostly(fc.constantFrom('sip:a', 'a', 'sip:')),
  phoneNumber: mostly(fc.constantFrom('+1', '1', '+1a')),
  callerId: mostly(fc.string({ maxLength: 3 })),
  displayName: mostly(fc.constantFrom('a', 'x'.repeat(199), 'x'.repeat(200))),
  userId: mostly(fc.constantFrom('a', 'x'.repeat(36), 'x'.repeat(37))),
  video: mostly(fc.boolean()),
  codecs: record({
    audio: mostly(fc.subarray(['OPUS', 'PCMU', 'MP3'])),
    video: mostly(fc.subarray(['H264', 'VP8', 'AV1'])),
  }),
});
const endPoint = record({
  sessionId: mostly(fc.string({ maxLength: 3 })),
  toEndPoint: mostly(fc.constantFrom('sip:a', '+1', 'a', 'SIP:a')),
  callerId: mostly(fc.string({ maxLength: 3 })),
});
const tones = record({
  sessionId: mostly(fc.constantFrom('s')),
  tones: mostly(fc.string({ unit: fc.constantFrom(...'0123456789ABCDE*# a'), maxLength: 23 })),
});
const permissions = record({
  hasPresence: mostly(fc.boolean()),
  canSend: mostly(fc.oneof(fc.boolean(), fc.subarray(['audio', 'customVideo', 'smell']))),
  canAdmin: mostly(fc.oneof(fc.boolean(), fc.subarray(['participants', 'streaming', 'all']))),
  canReceive: record({
    base: mostly(fc.boolean()),
    byUserId: fc.dictionary(fc.constant('u'), mostly(fc.boolean())),
  }),
});
const update = record({
  setAudio: fc.boolean(),
  setScreenShare: mostly(fc.boolean()),
  eject: fc.constant(true),
  updatePermissions: permissions,
});
const player = record({
  state: mostly(fc.constantFrom('play', 'pause')),
  volume: mostly(fc.double({ min: -0.5, max: 2.5, noNaN: true })),
});
const option = (name: string, value: fc.Arbitrary<unknown>) =>
  ['create', 'createCallObject', fc.record({ [name]: value }).map((one) => [one])] as const;
const single = (value: fc.Arbitrary<unknown>) => value.map((one) => [one]);

const SOURCES: readonly (readonly [
  ValidationCase['moment'],
  method: string,
  args: fc.Arbitrary<unknown[]>,
])[] = [
  option(
    'userData',
    fc.oneof(
      fc.json(),
      fc.integer({ min: 4_090, max: 4_100 }).map((n) => 'x'.repeat(n)),
    ),
  ),
  option('sendSettings', record({ video: trackSettings, screenVideo: trackSettings })),
  option('receiveSettings', receive),
  option('inputSettings', record({ audio: device, video: device })),
  option('customIntegrations', fc.dictionary(fc.constant('a'), mostly(integration))),
  option('customTrayButtons', fc.dictionary(fc.constant('a'), mostly(button))),
  option(
    'layoutConfig',
    record({ grid: record({ minTilesPerPage: tiles, maxTilesPerPage: tiles }) }),
  ),
  option('dailyConfig', record({ camSimulcastEncodings: fc.array(encoding, { maxLength: 4 }) })),
  ['new', 'startLocalAudioLevelObserver', single(mostly(fc.integer({ min: 95, max: 105 })))],
  ['new', 'updateSendSettings', single(record({ video: mostly(trackSettings) }))],
  ['new', 'updateInputSettings', single(record({ audio: mostly(device), video: mostly(device) }))],
  ['joined', 'updateReceiveSettings', single(receive)],
  ['joined', 'updateParticipant', update.map((one) => ['id', one])],
  ['joined', 'startDialOut', single(dialOut)],
  ['joined', 'sipCallTransfer', single(endPoint)],
  ['joined', 'sipRefer', single(endPoint)],
  ['joined', 'sendDTMF', single(tones)],
  [
    'joined',
    'updateRemoteMediaPlayer',
    single(fc.record({ session_id: fc.constant('s'), settings: mostly(player) })),
  ],
];

export const GENERATED: readonly ValidationCase[] = SOURCES.flatMap(
  ([moment, method, args], index) =>
    fc
      .sample(args, { numRuns: EACH, seed: SEED + index })
      .map((one): ValidationCase => ({ moment, method, args: one })),
);
