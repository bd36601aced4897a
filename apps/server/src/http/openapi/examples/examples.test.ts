import { type OperationName, operations } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { operationOf, samplePath } from '../../../../testing/requests/sample-request.ts';
import { uploadText } from '../../../../testing/requests/upload-text.ts';
import type { TestServer } from '../../../../testing/server/test-server.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { bodyExamples } from './examples.ts';

/** What a server without telephony, providers and a language model answers instead. */
const REFUSED: Partial<Record<OperationName, string>> = {
  'call.createPhone': 'not_configured',
  'credential.webhook': 'unauthenticated',
  // No account is connected, no provider's key is stored.
  'credential.trigger': 'bad_request',
  'voiceLibrary.sync': 'bad_request',
  'org.acceptInvite': 'not_found',
  'provider.addVoices': 'bad_request',
  'provider.addVoice': 'bad_request',
  'recording.accessLink': 'not_found',
  'voiceLibrary.createSesameVoice': 'not_configured',
  'workflow.generate': 'not_configured',
};

/** What others name comes first. */
const FIRST: readonly OperationName[] = ['assistant.create', 'phoneNumber.create'];
const names = Object.keys(bodyExamples) as OperationName[];
const inOrder = [...FIRST, ...names.filter((name) => !FIRST.includes(name))];

describeWithServer('every example of the reference', (server) => {
  it('is taken as it stands, with ids of one’s own', async () => {
    const ids = await createParents(server());
    const wrong: unknown[] = [];
    const answered: [OperationName, string | undefined][] = [];
    for (const name of inOrder) {
      const operation = operationOf(name);
      const [resource = ''] = name.split('.');
      const body = Object.entries(EXAMPLE_IDS).reduce(
        (text, [kind, id]) => text.replaceAll(id, ids[kind] ?? id),
        JSON.stringify(bodyExamples[name as keyof typeof bodyExamples]),
      );
      const path = samplePath(operation, rowIds(ids));
      if (resource === 'chat') server().parts.model.reply('Any day at ten.');
      const answer = await server().send(operation.method, path, { body: JSON.parse(body) });
      const { status, json } = answer;
      if (status !== operation.status && json.code !== REFUSED[name])
        wrong.push([name, status, json.message, json.fields]);
      answered.push([name, status < 400 ? undefined : json.code]);
      if (typeof answer.json.id === 'string') ids[resource] ??= answer.json.id;
      if (name === 'org.invite') ids.user = answer.json[0].id;
    }
    expect(wrong).toEqual([]);
    const refused = answered.filter(([, code]) => code !== undefined);
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
  }, 60_000);
});

it('every operation that takes JSON has one', () => {
  const taking = Object.entries(operations).filter(
    ([, operation]) => 'body' in operation && !('bodyType' in operation),
  );
  expect(names.toSorted()).toEqual(taking.map(([name]) => name).toSorted());
});

/** What examples name and none of them makes. */
async function createParents(server: TestServer): Promise<Record<string, string>> {
  const text = 'A year costs 4,000 dollars.';
  const file = await uploadText(server, { name: 'prospectus.txt', text });
  const body = { provider: 'vonage', apiKey: 'key', apiSecret: 'secret' };
  const credential = await server.send('POST', '/credential', { body });
  return { file: file.json.id, credential: credential.json.id, org: server.orgId };
}

/** Ids by table, as paths are filled. */
function rowIds(ids: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name.replaceAll(/([A-Z])/g, (_, letter: string) => `_${letter.toLowerCase()}`),
      id,
    ]),
  );
}
