const { floors } = require('./floors.cjs');

const root = 'apps/server/src';

/** Folders that stand side by side, lowest first, under one reason. */
const inOrder = (folder, names, reason) =>
  floors(
    `${root}/${folder}`,
    names.map((name) => [name, reason]),
  );

module.exports = [
  ...floors(root, [
    [
      'platform',
      'what every module rests on: if it knew one of them, that module could not change alone.',
    ],
    [
      'modules',
      'what the server keeps and does, a folder each: it is tested without rooms, addresses or a server.',
    ],
    ['rooms', 'the live side of calls and meetings: which address reaches it is not its matter.'],
    ['http', 'addresses, pages and the rules of every request: what is put together is above it.'],
    ['main', 'puts everything together, and is imported by nothing.'],
  ]),
  ...inOrder(
    'platform',
    [
      ...['errors', 'data-folder', 'database', 'secrets', 'http-client'],
      ...['requests', 'metrics', 'jobs', 'mail', 'config'],
    ],
    'a circle between the parts of the platform would make one part of them all.',
  ),
  ...inOrder(
    'modules',
    [
      ...['references', 'variables', 'tokens', 'usage', 'logs', 'files', 'credentials'],
      ...['voice-library', 'providers', 'tools', 'knowledge', 'sessions'],
      ...['assistants', 'squads', 'workflows', 'chats', 'calls', 'orgs', 'analytics'],
      ...['campaigns', 'leads', 'phone-numbers', 'retention', 'scheduling', 'support'],
      ...['templates', 'test-suites', 'webhooks', 'privacy', 'erasure'],
    ],
    'a resource knows the ones it is made of: an assistant its tools, a call its assistant, never the other way.',
  ),
  ...inOrder(
    'rooms',
    ['tracks', 'meetings', 'transcription', 'player', 'recording', 'signalling'],
    'features are listed where the server is put together: none knows another, and meetings know none.',
  ),
];
