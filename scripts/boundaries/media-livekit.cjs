const { floors } = require('./floors.cjs');

module.exports = floors('packages/media-livekit/src', [
  ['api', 'what is asked by HTTP is the same whatever rooms are made of it.'],
  ['egress', 'who records a room is asked by HTTP, and is in no room of this process.'],
  ['rtc', 'the native client is loaded here alone, so that rooms are tested without it.'],
  ['room', 'a room does not know in which process it runs.'],
  ['meeting', 'a meeting is made of what rooms of one caller are made of, and not the reverse.'],
  ['engine', ''],
]);
