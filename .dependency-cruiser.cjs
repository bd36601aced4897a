const { readdirSync } = require('node:fs');

/** The arrows between the folders of one source tree: a file each beside `floors.cjs`. */
const trees = readdirSync(`${__dirname}/scripts/boundaries`)
  .filter((name) => name !== 'floors.cjs')
  .flatMap((name) => require(`./scripts/boundaries/${name}`));

/** The arrows of the house, and no others. Each message says why the arrow would hurt. */
const only = (name, from, allowed, why) => ({
  name,
  comment: why,
  severity: 'error',
  from: { path: `^${from}/src`, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: '^(packages|apps)/',
    pathNot: [`^${from}/`, ...allowed.map((one) => `^${one}/`)],
  },
});

module.exports = {
  forbidden: [
    only(
      'protocol-imports-nothing',
      'packages/protocol',
      [],
      'protocol is the contract everybody shares: an import here would drag it into every browser and server.',
    ),
    only(
      'call-to-protocol-only',
      'packages/call',
      ['packages/protocol'],
      'the call library is used without an assistant: it may know the contract and nothing else.',
    ),
    only(
      'api-client-to-protocol-only',
      'packages/api-client',
      ['packages/protocol'],
      'the REST client runs anywhere: it may know the contract and nothing else.',
    ),
    only(
      'assistant-to-call-and-client',
      'packages/assistant',
      ['packages/protocol', 'packages/call', 'packages/api-client'],
      'the assistant client is built of the call library and the REST client; servers stay out of browsers.',
    ),
    only(
      'conversation-is-pure',
      'packages/conversation',
      ['packages/protocol'],
      'the conversation knows no HTTP, no database and no WebRTC, so that it runs on a virtual clock.',
    ),
    only(
      'media-to-protocol-only',
      'packages/media',
      ['packages/protocol'],
      'media engines are exchangeable: they know rooms and sound, not calls or assistants.',
    ),
    only(
      'media-livekit-to-media',
      'packages/media-livekit',
      ['packages/protocol', 'packages/media'],
      'another media engine makes its rooms of the parts of the first, and knows no more of calls.',
    ),
    only(
      'site-to-browser-packages',
      'apps/site',
      ['packages/protocol', 'packages/assistant', 'packages/call', 'packages/api-client'],
      'the site is a browser program: server packages would break its bundle and leak server code.',
    ),
    only(
      'room-page-to-call-only',
      'apps/room',
      ['packages/protocol', 'packages/call'],
      'the call page is a page for people over the call library: assistants and servers are not its matter.',
    ),
    only(
      'server-to-server-packages',
      'apps/server',
      ['packages/protocol', 'packages/conversation', 'packages/media', 'packages/media-livekit'],
      'browser and server meet only in protocol.',
    ),
    {
      name: 'call-code-on-demand',
      comment:
        'The site loads call code on the first press: a static import of it would put WebRTC into the first load.',
      severity: 'error',
      from: { path: '^(apps/site/src|packages/assistant/src/react)', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^packages/(call|assistant)/src/(?!react/)',
        dependencyTypesNot: ['type-only'],
        dynamic: false,
        pathNot: '\\.d\\.ts$',
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means two files are one thing cut in half: neither can be read alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'published-clients-judge-only',
      comment:
        'The published clients judge our wire formats in tests; the product never depends on them.',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: 'node_modules/(@vapi-ai|vapi-web-[^/]+|@daily-co|@pipecat-ai|@supabase)/' },
    },
    {
      name: 'doors-only',
      comment:
        'Packages are entered by the exports of their package.json, not by a path into their inside.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^(apps|packages)/([^/]+)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    ...trees,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
