const { floors } = require('./floors.cjs');

module.exports = floors('packages/assistant/src', [
  ['audio', 'playing and measuring audio works on tracks alone, whichever call they come from.'],
  ['microphone', 'the microphone is asked for before there is a call.'],
  ['call', 'a call runs without React: pages in plain JavaScript use it, too.'],
  ['writing', 'a written conversation needs no call and no microphone.'],
  ['react', ''],
]);
