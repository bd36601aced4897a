const { floors } = require('./floors.cjs');

module.exports = [
  ...floors('packages/call/src', [
    [
      'core',
      'errors, events and the clock are what every part shares: they can know none of them.',
    ],
    [
      'options',
      'options are checked before a call exists, in frames too: checks know values only.',
    ],
    ['engine', 'the engine is a chunk of its own: it must not pull the call object into it.'],
    [
      'participants',
      'participants are data from the room: devices and sessions come and go without them.',
    ],
    [
      'media',
      'devices and tracks work before any room is joined, as on a page that only previews them.',
    ],
    [
      'session',
      'a session joins and leaves: what happens inside a room listens to it through the context.',
    ],
    ['network', 'quality settings apply with and without the features of a room.'],
    [
      'room',
      'what the room knows (access, speaker, session data) is there before any feature is used.',
    ],
    ['features', 'features are loaded on first use: nothing that is always loaded may need them.'],
    [
      'pre-call',
      'pre-call tests run without joining: the call object starts them, not the reverse.',
    ],
    ['call-object', 'a call object is complete without a frame: the frame drives it from outside.'],
    ['frame', ''],
  ]),
  ...floors('packages/call/src/engine', [
    ['quality', 'statistics are judged by numbers alone, which is what makes them testable.'],
    [
      'early-audio',
      'audio spoken while connecting is kept without knowing how the connection is made.',
    ],
    ['signalling', 'messages and requests travel over any transport.'],
    ['peer', 'a peer connection is negotiated from outside: it does not decide when to reconnect.'],
    [
      'livekit',
      'a client of LiveKit is one more kind of peer, and a chunk of its own: nothing but the engine loads it.',
    ],
    ['connection', ''],
  ]),
];
