import { randomUUID } from 'node:crypto';
import { exampleIds, type OperationName } from '@kindling/protocol';
import { desc } from 'drizzle-orm';
import { mailTable } from '../../src/platform/database/schema.ts';
import { storeRecordedCall } from '../calls/recorded-call.ts';
import type { Example, Ids, World } from './example.ts';
import type { Stands } from './fill-example.ts';

/** What a request needs beside its example and the rows that it names. */
interface Prepared extends Omit<Example, 'body'> {
  readonly stands?: Stands;
}
type Prepare = (world: World) => Promise<Prepared>;

/** Has a provider's account, and the provider answer so. */
const asked =
  (credential: { readonly provider: string }, providerAnswers: unknown): Prepare =>
  async (world) => {
    await world.perform('credential.create', { body: credential });
    return { ids: { provider: credential.provider }, providerAnswers };
  };
const make = { provider: 'make', teamId: '7', region: 'eu1', apiKey: 'key' };
const elevenLabs = { provider: '11labs', apiKey: 'key' };
const added = { voice_id: 'made' };
const found = { voices: [{ voice_id: 'v1', name: 'Ada', public_owner_id: 'o1' }] };

/** A person who is invited: their row, and the code that they were mailed. */
export async function invite(world: World): Promise<{ readonly ids: Ids; readonly code: string }> {
  const { server, database } = world;
  const body = { emails: [`${randomUUID()}@school.example`], role: 'viewer' };
  const [user] = await world.perform('org.invite', { body });
  const newest = desc(mailTable.createdAt);
  const [mail] = await database.db.select().from(mailTable).orderBy(newest).limit(1);
  const code = /code=([\w-]+)/.exec(mail?.message.text ?? '')?.[1];
  if (code === undefined) throw new Error('No code was mailed.');
  // Two mails of one moment have no order.
  await database.db.delete(mailTable);
  return { ids: { org: server.orgId, app_user: user.id }, code };
}

const ofRecordedCall: Prepare = async ({ server, database }) => ({
  ids: { call: await storeRecordedCall(server, database) },
});

/** Where more is needed than the table of operations says: an account at a provider, a code from a mail, a key. */
export const PREPARATIONS: Readonly<Partial<Record<OperationName, Prepare>>> = {
  'call.monoRecording': ofRecordedCall,
  'call.stereoRecording': ofRecordedCall,
  'call.customerRecording': ofRecordedCall,
  'call.assistantRecording': ofRecordedCall,
  'call.videoRecording': ofRecordedCall,
  'credential.webhook': async (world) => {
    const { sessionToken } = await world.perform('credential.session');
    return {
      stands: { 'the-session-token': sessionToken, 'hill-school': world.server.orgId },
      names: ['endUser.endUserId'],
    };
  },
  'credential.trigger': async (world) => {
    const body = { provider: 'slack.oauth2-authorization', authorizationId: 'a1' };
    await world.perform('credential.create', { body });
    return {};
  },
  // An organisation of its own, with its first key.
  'org.delete': async (world) => {
    const { id, privateKey } = await world.perform('org.create');
    return { ids: { org: id }, key: privateKey };
  },
  'org.leave': async (world) => {
    const { ids, code } = await invite(world);
    const { privateKey } = await world.perform('org.acceptInvite', { body: { code } });
    return { ids, key: privateKey };
  },
  'org.acceptInvite': async (world) => ({
    stands: { 'the-code-of-the-invitation': (await invite(world)).code },
  }),
  'phoneNumber.importVonage': async (world) => {
    const body = { provider: 'vonage', apiKey: 'key', apiSecret: 'secret' };
    const { id } = await world.perform('credential.create', { body });
    return { stands: { [exampleIds.credential]: id } };
  },
  'provider.cloneVoice': asked(elevenLabs, added),
  'provider.workflows': asked(make, { scenarios: [{ id: 1 }] }),
  'provider.workflowHooks': asked(make, { triggers: [] }),
  'provider.locations': asked(make, { team: { id: 7 } }),
  'provider.searchVoices': asked(elevenLabs, found),
  'provider.searchVoice': asked(elevenLabs, found),
  'provider.addVoices': asked(elevenLabs, added),
  'provider.addVoice': asked(elevenLabs, added),
  'testSuiteRun.create': async (world) => ({ ids: await world.make('test_suite_test') }),
  'voiceLibrary.sync': asked(elevenLabs, { voices: [] }),
  'voiceLibrary.syncProvider': asked(elevenLabs, { voices: [{ voice_id: 'v1', name: 'Ada' }] }),
  'workflow.generate': async () => {
    const nodes = [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }];
    return { modelSays: JSON.stringify({ name: 'Draft', nodes, edges: [] }) };
  },
};
