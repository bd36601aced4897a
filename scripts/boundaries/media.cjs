const { floors } = require('./floors.cjs');

module.exports = floors('packages/media/src', [
  [
    'rtp',
    'rtp reads and writes bytes: knowing who sends them would tie the format to one use of it.',
  ],
  [
    'audio',
    'codec, pacing and timers work on samples alone: that is how they are tested on a manual clock.',
  ],
  [
    'transport',
    'a connection carries packets and texts without knowing what they mean, so that the native library can be replaced.',
  ],
  [
    'trial',
    'trials ask STUN and TURN servers and running rooms from outside: no room is made of them.',
  ],
  [
    'uplink',
    'what arrives from one participant must not depend on who receives it: a slow receiver would hold up the sender.',
  ],
  [
    'downlink',
    'what is sent to one receiver depends on publications alone: the same path serves people and track observers.',
  ],
  [
    'participant',
    'a participant is complete without commands and rooms: the room decides who meets, not the session.',
  ],
  [
    'server-participants',
    'an agent or a player is one more participant: rooms and commands must treat it like any other.',
  ],
  [
    'control',
    'commands act on the participants of a room; an arrow back to the room would make the two one object.',
  ],
  ['room', 'a room does not know in which process it runs: both engines use the same rooms.'],
  ['engine', 'the engine is the top.'],
]);
