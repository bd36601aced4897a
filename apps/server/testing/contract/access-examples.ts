import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { mailTable } from '../../src/platform/database/schema.ts';
import type { Example, Examples, Ids, MakeExample, World } from './example.ts';

const voice = { ownerId: 'o1', voiceId: 'v1', name: 'Ada' };

function cloneForm(): FormData {
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('files', new File(['RIFF'], 'ada.wav', { type: 'audio/wav' }));
  return form;
}

/** Has a provider's account, and the provider answer so. */
const asked =
  (
    credential: { readonly provider: string },
    providerAnswers: unknown,
    example: Example = {},
  ): MakeExample =>
  async (world) => {
    await world.perform('credential.create', { body: credential });
    return { ids: { provider: credential.provider }, providerAnswers, ...example };
  };
const make = { provider: 'make', teamId: '7', region: 'eu1', apiKey: 'key' };
const elevenLabs = { provider: '11labs', apiKey: 'key' };
const added = { voice_id: 'made' };
const found = { voices: [{ voice_id: 'v1', name: 'Ada', public_owner_id: 'o1' }] };
const scenarios = { scenarios: [{ id: 1 }] };

/** Somebody who is invited: their row, and the code that they were mailed. */
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

/** An organisation of its own, with its first key. */
async function ownOrg(world: World): Promise<Example> {
  const { id, privateKey } = await world.perform('org.create');
  return { ids: { org: id }, key: privateKey };
}

/** Who may do what, and what is done elsewhere in an organisation's name. */
export const accessExamples: Examples = {
  'credential.create': () => ({ body: { provider: 'openai', apiKey: 'key' } }),
  'credential.update': () => ({ body: { name: 'Mine' } }),
  'credential.session': () => ({ body: { provider: 'slack.oauth2-authorization' } }),
  'credential.webhook': async (world) => {
    const { sessionToken } = await world.perform('credential.session');
    return {
      body: {
        type: 'auth',
        operation: 'creation',
        from: 'nango',
        connectionId: randomUUID(),
        authMode: 'OAUTH2',
        providerConfigKey: 'slack',
        provider: 'slack',
        environment: 'prod',
        success: true,
        endUser: { endUserId: sessionToken, organizationId: world.server.orgId },
      },
      names: ['endUser.endUserId'],
    };
  },
  'credential.trigger': async (world) => {
    const body = { provider: 'slack.oauth2-authorization', authorizationId: 'a1' };
    await world.perform('credential.create', { body });
    return { body: { action_name: 'send', input: {} } };
  },
  'org.create': () => ({ body: { name: 'School' } }),
  'org.update': () => ({ body: { name: 'Kindling' } }),
  'org.delete': ownOrg,
  'org.leave': async (world) => {
    const { ids, code } = await invite(world);
    const { privateKey } = await world.perform('org.acceptInvite', { body: { code } });
    return { ids, key: privateKey };
  },
  'org.invite': () => ({ body: { emails: [`${randomUUID()}@school.example`], role: 'viewer' } }),
  'org.updateRole': async (world) => {
    const { ids } = await invite(world);
    return { ids, body: { userId: ids.app_user, role: 'editor' } };
  },
  'org.acceptInvite': async (world) => ({
    body: { code: (await invite(world)).code },
    names: ['code'],
  }),
  'person.export': () => ({ body: { email: 'ada@school.example' } }),
  'person.erase': () => ({ body: { email: 'ada@school.example' } }),
  'provider.cloneVoice': asked(elevenLabs, added, { body: cloneForm() }),
  'provider.workflows': asked(make, scenarios, { query: { locationId: '7' } }),
  'provider.workflowHooks': asked(make, { triggers: [] }),
  'provider.locations': asked(make, { team: { id: 7 } }),
  'provider.searchVoices': asked(elevenLabs, found, { query: { name: 'Ada' } }),
  'provider.searchVoice': asked(elevenLabs, found, { query: { name: 'Ada' } }),
  'provider.addVoices': asked(elevenLabs, added, { body: voice }),
  'provider.addVoice': asked(elevenLabs, added, { body: voice }),
  'retention.update': () => ({ body: { logDays: 30 } }),
  'token.create': async (world) => ({
    body: {
      tag: 'public',
      restrictions: { allowedAssistantIds: [await world.idOf('assistant')] },
    },
  }),
  'token.update': () => ({ body: { name: 'Mine' } }),
  'voiceLibrary.sync': asked(elevenLabs, { voices: [] }, { body: { providers: ['11labs'] } }),
  'voiceLibrary.createSesameVoice': () => ({ body: { voiceName: 'Ada' } }),
  'voiceLibrary.syncProvider': asked(elevenLabs, { voices: [{ voice_id: 'v1', name: 'Ada' }] }),
};
