const { floors } = require('./floors.cjs');

const reason =
  'an entity names those it is made of: a call its assistant and its customer, never the other way.';

module.exports = floors('packages/protocol/src/entities', [
  ['assistants', reason],
  ['chats', reason],
  ['calls', reason],
  ['orgs', reason],
  ['test-suites', ''],
]);
