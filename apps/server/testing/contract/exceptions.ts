import type { OperationName } from '@kindling/protocol';
import type { Refusal } from '../requests/expect-refusal.ts';

export type Exceptions = Readonly<Partial<Record<OperationName, string>>>;

const because = (why: string, ...names: readonly OperationName[]): Exceptions =>
  Object.fromEntries(names.map((name) => [name, why]));

/** What this server never carries out, and what it says instead. */
export const REFUSED: Readonly<Partial<Record<OperationName, Refusal>>> = {
  // Without telephony nobody can be called.
  'call.createPhone': '409 not_configured',
  // No connection service runs actions here.
  'credential.trigger': '409 not_configured',
  // There is no Sesame.
  'voiceLibrary.createSesameVoice': '409 not_configured',
};

/** Whose every request is a right one. */
export const NEVER_INVALID: Exceptions = {
  ...because(
    'It takes nothing: no body, no filter, nothing in its path.',
    'org.list',
    'template.pinned',
    'retention.get',
    'webhook.secret',
  ),
  ...because(
    'Another word in its path makes it another path, which is not the API’s.',
    'provider.locations',
    'provider.workflowHooks',
  ),
};

/** That name nothing which could be absent. */
export const NEVER_MISSING: Exceptions = {
  ...because('It is refused before anything is looked for.', 'call.createPhone'),
  ...because(
    'It finds what fits: a filter that fits nothing finds nothing.',
    'assistant.list',
    'assistant.page',
    'call.list',
    'call.page',
    'call.pageMetadata',
    'call.export',
    'campaign.list',
    'campaign.listPaginated',
    'chat.list',
    'credential.list',
    'file.list',
    'knowledgeBase.list',
    'log.list',
    'log.delete',
    'logs.list',
    'logs.delete',
    'phoneNumber.list',
    'phoneNumber.page',
    'recording.list',
    'room.list',
    'session.list',
    'squad.list',
    'template.list',
    'testSuite.list',
    'token.list',
    'tool.list',
    'workflow.list',
  ),
  ...because(
    'What it names is the provider’s.',
    'voiceLibrary.sync',
    'voiceLibrary.createSesameVoice',
    'voiceLibrary.list',
    'voiceLibrary.accents',
    'voiceLibrary.syncProvider',
    'provider.cloneVoice',
    'provider.workflows',
    'provider.workflowHooks',
    'provider.locations',
    'provider.searchVoices',
    'provider.searchVoice',
    'provider.addVoices',
    'provider.addVoice',
  ),
  ...because(
    'It names nothing that is stored.',
    'analytics.query',
    'credential.create',
    'credential.session',
    'credential.trigger',
    'file.upload',
    'file.create',
    'org.create',
    'org.list',
    'person.export',
    'person.erase',
    'retention.get',
    'retention.update',
    'room.create',
    'support.createTicket',
    'template.create',
    'template.pinned',
    'tool.create',
    'webhook.secret',
    'workflow.create',
  ),
};
