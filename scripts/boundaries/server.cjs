const { floors } = require('./floors.cjs');

const root = 'apps/server/src';

/** Folders that stand side by side, lowest first, under one reason. */
const inOrder = (folder, names, reason) =>
  floors(
    `${root}/${folder}`,
    names.map((name) => [name, reason]),
  );

/** Modules that others use; any other is used by nobody. */
const USED = [
  ...['references', 'variables', 'tokens', 'usage', 'logs', 'files', 'credentials'],
  ...['voice-library', 'tools', 'knowledge', 'sessions'],
  ...[
    'structured-outputs',
    'assistants',
    'squads',
    'workflows',
    'chats',
    'calls',
    'orgs',
    'phone-numbers',
    'test-suites',
  ],
];

module.exports = [
  ...floors(root, [
    [
      'platform',
      'what every module rests on: if it knew one of them, that module could not change alone.',
    ],
    [
      'doctor',
      'looks at a deployment from outside the server: what it knew of calls, it could not check without them.',
    ],
    [
      'modules',
      'what the server keeps and does, a folder each: it is tested without rooms, addresses or a server.',
    ],
    ['rooms', 'the live side of calls and meetings: which address reaches it is not its matter.'],
    ['http', 'addresses, pages and the rules of every request: what is put together is above it.'],
    ['main', 'puts everything together, and is imported by nothing.'],
  ]),
  {
    name: 'named-by-nobody-below',
    comment:
      'not even a type: what is carried out knows nothing of addresses, nor of what is put together.',
    severity: 'error',
    from: { path: `^${root}/(platform|doctor|modules|rooms)/`, pathNot: '\\.test\\.ts$|/testing/' },
    to: { path: `^${root}/(http|main)/` },
  },
  ...inOrder(
    'platform',
    [
      ...[
        'errors',
        'health',
        'data-folder',
        'storage',
        'database',
        'cluster',
        'secrets',
        'http-client',
      ],
      ...['requests', 'metrics', 'jobs', 'mail', 'config', 'models', 'telemetry'],
    ],
    'a circle between the parts of the platform would make one part of them all.',
  ),
  ...inOrder(
    'platform/requests',
    ['visitors', 'bodies', 'forms', 'targets', 'answers', 'csv'],
    'who asks, what they send and what they are answered are looked at one after another.',
  ),
  ...inOrder(
    'modules',
    USED,
    'a resource knows the ones it is made of: an assistant its tools, a call its assistant, never the other way.',
  ),
  {
    name: 'modules-used-by-nobody',
    comment: 'a module that another needs gets its place in the order above.',
    severity: 'error',
    from: { path: `^${root}/modules/([^/]+)/`, pathNot: '\\.test\\.tsx?$|/testing/' },
    to: {
      path: `^${root}/modules/`,
      pathNot: [`^${root}/modules/$1/`, `^${root}/modules/(?:${USED.join('|')})/`],
      dependencyTypesNot: ['type-only'],
    },
  },
  ...inOrder(
    'rooms',
    ['tracks', 'meetings', 'transcription', 'player', 'recording', 'signalling'],
    'features are listed where the server is put together: none knows another, and meetings know none.',
  ),
];
