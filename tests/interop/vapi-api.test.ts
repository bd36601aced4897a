import { type Operation, operations } from '@kindling/protocol';
import { Api } from 'vapi-web-2.3/dist/api.js';
import { expect, it } from 'vitest';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { privateToken } from '../support/server/stored-calls.ts';

/** The `api` object of the published web client 2.3.8, unmodified: every operation it has, each called for real. */

const MISSING = '00000000-0000-4000-8000-000000000000';
type Call = (...given: unknown[]) => Promise<{ status: number; data: unknown }>;

const kindling = sharedKindling();
const token = privateToken(kindling.dataFolder);
const calls = methodsOf(createApi());

function createApi(customFetch?: typeof fetch) {
  return new Api({
    baseUrl: kindling.url,
    baseApiParams: { secure: true },
    securityWorker: () => ({ headers: { Authorization: `Bearer ${token}` } }),
    ...(customFetch === undefined ? {} : { customFetch }),
  });
}

/** Every method of every group; `{provider}` is a separate group. */
function methodsOf(api: object): Map<string, Call> {
  const groups = Object.values(api).filter((one) => typeof one === 'object' && one !== null);
  return new Map(
    groups.flatMap((group) =>
      Object.entries(group as object).filter(([name]) => name.includes('Controller')),
    ) as [string, Call][],
  );
}

const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

it('has 135 operations, all of which are in our table', async () => {
  const seen: string[] = [];
  const recording = (async (url: string, { method = 'GET' }: RequestInit) => {
    seen.push(`${method} ${new URL(url).pathname.replaceAll(/PATH\d/g, '{}')}`);
    return Response.json({});
  }) as typeof fetch;
  const ours = new Set(
    Object.values(operations).map(({ method, path }: Operation) => shapeOf(method, path)),
  );
  for (const call of methodsOf(createApi(recording)).values())
    await call('PATH1', 'PATH2', 'PATH3').catch(() => {});
  expect(seen).toHaveLength(135);
  const unknown = seen.filter(
    (one) =>
      !ours.has(one) &&
      !ours.has(one.replace(/^(\w+) \/voice-library\/sync\/\{\}$/, '$1 /voice-library/sync/{}')),
  );
  expect(unknown).toEqual([]);
});

const ids: Record<string, string> = {};
const id = (name: string) => ids[name] ?? MISSING;
const MARK = 'interop';

/** What each operation is called with, in an order in which everything is there. */
const walk: readonly (readonly [
  method: string,
  given: () => readonly unknown[],
  expected?: number | readonly [number, string],
  remember?: string,
])[] = [
  [
    'assistantControllerCreate',
    () => [{ name: MARK, firstMessage: 'Hi.', model: { provider: 'kindling', model: 'guide' } }],
    201,
    'assistant',
  ],
  ['assistantControllerFindAll', () => [{ limit: 10 }]],
  ['assistantControllerFindAllPaginated', () => [{ limit: 10, page: 1, sortOrder: 'ASC' }]],
  ['assistantControllerFindOne', () => [id('assistant')]],
  ['assistantControllerUpdate', () => [id('assistant'), { name: 'changed' }]],
  [
    'assistantControllerReplace',
    () => [id('assistant'), { name: MARK, model: { provider: 'kindling', model: 'guide' } }],
  ],
  ['assistantControllerFindVersions', () => [id('assistant')]],
  [
    'phoneNumberControllerCreate',
    () => [{ provider: 'vapi', name: MARK, sipUri: 'sip:desk-3@sip.school.example' }],
    201,
    'phoneNumber',
  ],
  ['phoneNumberControllerFindAll', () => []],
  ['phoneNumberControllerFindAllPaginated', () => [{ limit: 5 }]],
  ['phoneNumberControllerFindOne', () => [id('phoneNumber')]],
  ['phoneNumberControllerUpdate', () => [id('phoneNumber'), { provider: 'vapi', name: 'changed' }]],
  [
    'phoneNumberControllerImportTwilio',
    () => [{ twilioPhoneNumber: '+12025550123', twilioAccountSid: 'AC1', twilioAuthToken: 'x' }],
    201,
  ],
  [
    'phoneNumberControllerImportVonage',
    () => [{ vonagePhoneNumber: '+12025550123', credentialId: MISSING }],
    [400, 'bad_request'],
  ],
  ['callControllerCreateWebCall', () => [{ assistantId: id('assistant') }], 201, 'call'],
  ['callControllerFindAll', () => [{ limit: 5 }]],
  ['callControllerFindAllPaginated', () => [{ limit: 5 }]],
  ['callControllerFindAllMetadataPaginated', () => [{ limit: 5 }]],
  ['callControllerExportCalls', () => [{ columns: 'endedReason', limit: 5 }]],
  ['callControllerFindOne', () => [id('call')]],
  ['callControllerUpdate', () => [id('call'), { name: MARK }]],
  [
    'callControllerCreate',
    () => [
      {
        assistantId: id('assistant'),
        phoneNumberId: id('phoneNumber'),
        customer: { number: '+12025550123' },
      },
    ],
    [409, 'not_configured'],
  ],
  [
    'callControllerCreatePhoneCall',
    () => [
      {
        assistantId: id('assistant'),
        phoneNumberId: id('phoneNumber'),
        customer: { number: '+12025550123' },
      },
    ],
    [409, 'not_configured'],
  ],
  ['sessionControllerCreate', () => [{ name: MARK, assistantId: id('assistant') }], 201, 'session'],
  ['sessionControllerFindAllPaginated', () => [{ limit: 5 }]],
  ['sessionControllerFindOne', () => [id('session')]],
  ['sessionControllerUpdate', () => [id('session'), { name: 'changed' }]],
  [
    'chatControllerCreateChat',
    () => [{ sessionId: id('session'), input: 'What is Kindling?' }],
    201,
    'chat',
  ],
  ['chatControllerListChats', () => [{ limit: 5 }]],
  ['chatControllerGetChat', () => [id('chat')]],
  [
    'chatControllerCreateOpenAiChat',
    () => [{ assistantId: id('assistant'), input: 'What is Kindling?', stream: false }],
    201,
  ],
  [
    'chatControllerCreateWebChat',
    () => [{ assistantId: id('assistant'), input: 'What is Kindling?' }],
    201,
  ],
  [
    'chatControllerCreateOpenAiWebChat',
    () => [{ assistantId: id('assistant'), input: 'What is Kindling?', stream: false }],
    201,
  ],
  [
    'campaignControllerCreate',
    () => [
      {
        name: MARK,
        assistantId: id('assistant'),
        phoneNumberId: id('phoneNumber'),
        customers: [{ number: '+12025550123' }],
        schedulePlan: { earliestAt: '2099-01-01T00:00:00.000Z' },
      },
    ],
    201,
    'campaign',
  ],
  ['campaignControllerFindAll', () => []],
  ['campaignControllerFindAllPaginated', () => [{ limit: 5 }]],
  ['campaignControllerFindOne', () => [id('campaign')]],
  ['campaignControllerUpdate', () => [id('campaign'), { name: 'changed' }]],
  [
    'supportControllerCreateTicket',
    () => [{ category: 'others', message: 'Nothing is wrong.', subject: MARK }],
    201,
  ],
  ['toolControllerCreate', () => [{ type: 'endCall' }], 201, 'tool'],
  ['toolControllerFindAll', () => []],
  ['toolControllerFindOne', () => [id('tool')]],
  ['toolControllerUpdate', () => [id('tool'), { type: 'endCall' }]],
  [
    'fileControllerCreate',
    () => [{ file: new File(['Open from nine.'], 'hours.txt', { type: 'text/plain' }) }],
    201,
    'file',
  ],
  [
    'fileControllerCreateDeprecated',
    () => [{ file: new File(['Open from ten.'], 'more.txt', { type: 'text/plain' }) }],
    201,
    'secondFile',
  ],
  ['fileControllerFindAll', () => []],
  ['fileControllerFindOne', () => [id('file')]],
  ['fileControllerUpdate', () => [id('file'), { name: 'Opening hours' }]],
  [
    'knowledgeBaseControllerCreate',
    () => [{ provider: 'custom-knowledge-base', server: { url: 'https://school.example/search' } }],
    201,
    'knowledgeBase',
  ],
  ['knowledgeBaseControllerFindAll', () => []],
  ['knowledgeBaseControllerFindOne', () => [id('knowledgeBase')]],
  [
    'knowledgeBaseControllerUpdate',
    () => [id('knowledgeBase'), { server: { url: 'https://school.example/find' } }],
  ],
  [
    'workflowControllerCreate',
    () => [
      {
        name: MARK,
        nodes: [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }],
        edges: [],
      },
    ],
    201,
    'workflow',
  ],
  ['workflowControllerFindAll', () => []],
  ['workflowControllerFindOne', () => [id('workflow')]],
  ['workflowControllerUpdate', () => [id('workflow'), { name: 'changed' }]],
  [
    'workflowControllerGenerateFromTranscripts',
    () => [{ transcripts: ['User: Hello. AI: Hello.'], prompt: 'A greeting.' }],
    [409, 'not_configured'],
  ],
  [
    'squadControllerCreate',
    () => [{ name: MARK, members: [{ assistantId: id('assistant') }] }],
    201,
    'squad',
  ],
  ['squadControllerFindAll', () => []],
  ['squadControllerFindOne', () => [id('squad')]],
  ['squadControllerUpdate', () => [id('squad'), { members: [{ assistantId: id('assistant') }] }]],
  [
    'testSuiteControllerCreate',
    () => [{ name: MARK, targetPlan: { assistantId: id('assistant') } }],
    201,
    'suite',
  ],
  ['testSuiteControllerFindAllPaginated', () => []],
  ['testSuiteControllerFindOne', () => [id('suite')]],
  ['testSuiteControllerUpdate', () => [id('suite'), { name: 'changed' }]],
  [
    'testSuiteTestControllerCreate',
    () => [
      id('suite'),
      { type: 'chat', script: 'Say hello.', scorers: [{ type: 'ai', rubric: 'It greets.' }] },
    ],
    201,
    'test',
  ],
  ['testSuiteTestControllerFindAllPaginated', () => [id('suite')]],
  ['testSuiteTestControllerFindOne', () => [id('suite'), id('test')]],
  [
    'testSuiteTestControllerUpdate',
    () => [id('suite'), id('test'), { type: 'chat', name: 'Hello' }],
  ],
  ['testSuiteRunControllerCreate', () => [id('suite'), { name: MARK }], 201, 'run'],
  ['testSuiteRunControllerFindAllPaginated', () => [id('suite')]],
  ['testSuiteRunControllerFindOne', () => [id('suite'), id('run')]],
  ['testSuiteRunControllerUpdate', () => [id('suite'), id('run'), { name: 'changed' }]],
  [
    'analyticsControllerQuery',
    () => [
      {
        queries: [
          { table: 'call', name: MARK, operations: [{ operation: 'count', column: 'id' }] },
        ],
      },
    ],
    200,
  ],
  ['loggingControllerCallLogsQuery', () => [{ callId: id('call') }]],
  ['loggingControllerLogsQuery', () => []],
  ['loggingControllerCallLogsDeleteQuery', () => [{ callId: id('call') }]],
  ['loggingControllerLogsDeleteQuery', () => []],
  ['orgControllerFindAll', () => []],
  ['orgControllerCreate', () => [{ name: MARK }], 201, 'otherOrg'],
  ['orgControllerFindOne', () => [id('org')]],
  ['orgControllerUpdate', () => [id('org'), { name: 'Kindling school' }]],
  ['orgControllerFindAllUsers', () => [id('org')]],
  [
    'orgControllerUsersInvite',
    () => [id('org'), { emails: ['ada@school.example'], role: 'editor' }],
    201,
  ],
  ['orgControllerUserUpdate', () => [id('org'), { userId: MISSING, role: 'viewer' }], 404],
  ['orgControllerOrgRemoveUser', () => [id('org'), MISSING], 404],
  ['orgControllerOrgToken', () => [id('org')]],
  ['tokenControllerCreate', () => [{ tag: 'private', name: MARK }], 201, 'token'],
  ['tokenControllerFindAll', () => []],
  ['tokenControllerFindOne', () => [id('token')]],
  ['tokenControllerUpdate', () => [id('token'), { name: 'changed' }]],
  [
    'credentialControllerCreate',
    () => [{ provider: 'openai', apiKey: 'sk-x', name: MARK }],
    201,
    'credential',
  ],
  ['credentialControllerFindAll', () => []],
  ['credentialControllerFindOne', () => [id('credential')]],
  ['credentialControllerUpdate', () => [id('credential'), { provider: 'openai', name: 'changed' }]],
  ['templateControllerCreate', () => [[{ type: 'tool', name: MARK }]], 201, 'template'],
  ['templateControllerFindAll', () => []],
  ['templateControllerFindAllPinned', () => []],
  ['templateControllerFindOne', () => [id('template')]],
  ['templateControllerUpdate', () => [id('template'), { type: 'tool', name: 'changed' }]],
  ['voiceLibraryControllerVoiceGetByProvider', () => ['vapi']],
  ['voiceLibraryControllerVoiceGetAccentsByProvider', () => ['vapi']],
];

it('walks them: created, read, listed, changed, deleted, and refused where they must be', async () => {
  const { data: orgs } = await call('orgControllerFindAll', []);
  ids.org = (orgs as readonly { readonly id: string }[])[0]?.id ?? MISSING;
  const wrong: string[] = [];
  for (const [method, given, expected = 200, remember] of walk) {
    const { status, data } = await call(method, given());
    const body = (data ?? {}) as { id?: string; code?: string };
    const got = typeof expected === 'number' ? status : [status, body.code];
    const fits = JSON.stringify(got) === JSON.stringify(expected);
    if (!fits) wrong.push(`${method}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    const made = Array.isArray(data) ? (data[0] as { id?: string })?.id : body.id;
    if (remember !== undefined && made !== undefined) ids[remember] = made;
  }
  expect(wrong).toEqual([]);
});

/** The client rejects with the answer where the status is none of success. */
async function call(method: string, given: readonly unknown[]) {
  const found = calls.get(method);
  if (found === undefined) throw new Error(`There is no ${method}.`);
  const answer = await found(...given).catch((refusal: unknown) => refusal);
  const { status, data, error } = answer as { status: number; data: unknown; error: unknown };
  return { status, data: data ?? error };
}

it('deletes what was made, and finds it no more', async () => {
  const removals: readonly (readonly [method: string, ...names: string[]])[] = [
    ['testSuiteRunControllerRemove', 'suite', 'run'],
    ['testSuiteTestControllerRemove', 'suite', 'test'],
    ['testSuiteControllerRemove', 'suite'],
    ['templateControllerRemove', 'template'],
    ['credentialControllerRemove', 'credential'],
    ['tokenControllerRemove', 'token'],
    ['squadControllerRemove', 'squad'],
    ['workflowControllerDelete', 'workflow'],
    ['knowledgeBaseControllerRemove', 'knowledgeBase'],
    ['fileControllerRemove', 'file'],
    ['toolControllerRemove', 'tool'],
    ['campaignControllerRemove', 'campaign'],
    ['chatControllerDeleteChat', 'chat'],
    ['sessionControllerRemove', 'session'],
    ['callControllerDeleteCallData', 'call'],
    ['phoneNumberControllerRemove', 'phoneNumber'],
    ['assistantControllerRemove', 'assistant'],
  ];
  const wrong: string[] = [];
  for (const [method, ...names] of removals) {
    const first = await call(method, names.map(id));
    const second = await call(method, names.map(id));
    if (first.status !== 200 || second.status !== 404)
      wrong.push(
        `${method}: ${first.status} ${second.status} ${JSON.stringify(first.data).slice(0, 300)}`,
      );
  }
  expect(wrong).toEqual([]);
});
