import { z } from 'zod';
import { libraryVoiceSchema } from '../entities/assistants/voice.ts';
import {
  foundVoiceSchema,
  providerVoiceParamsSchema,
  providerWorkflowsQuerySchema,
  voiceAddSchema,
  voiceCloneSchema,
  voiceSearchQuerySchema,
  workflowHooksParamsSchema,
  workflowProviderParamsSchema,
} from '../entities/orgs/provider.ts';
import { bodyExample, formExample, queryExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'provider', personalData: 'none' };

const searched = {
  method: 'GET',
  access: 'viewer',
  status: 200,
  params: providerVoiceParamsSchema,
  query: voiceSearchQuerySchema,
  example: queryExample(voiceSearchQuerySchema, { name: 'Ada' }),
  answer: z.array(foundVoiceSchema),
} as const;

const added = {
  method: 'POST',
  access: 'editor',
  bySession: 'allowed',
  status: 201,
  params: providerVoiceParamsSchema,
  resource: 'voice',
  personalData: ['mentions'],
  body: voiceAddSchema,
  example: bodyExample(voiceAddSchema, {
    ownerId: 'owner-1',
    voiceId: 'voice-1',
    name: 'Head teacher',
  }),
  answer: libraryVoiceSchema,
} as const;

const lookedUp = {
  method: 'GET',
  access: 'editor',
  status: 200,
  params: workflowProviderParamsSchema,
  answer: z.looseObject({}),
} as const;

/** What is asked of a provider with the organisation's credential, and passed on. */
export const providerOperations = defineOperations(about, {
  'provider.cloneVoice': {
    resource: 'voice',
    personalData: ['mentions'],
    method: 'POST',
    path: '/11labs/voice/clone',
    summary: 'Imitate a voice from recordings of it, at ElevenLabs',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    bodyType: 'multipart',
    body: voiceCloneSchema,
    example: formExample({
      name: 'Head teacher',
      files: { name: 'welcome.wav', type: 'audio/wav', text: 'RIFF' },
    }),
    answer: libraryVoiceSchema,
  },
  'provider.workflows': {
    ...lookedUp,
    path: '/{provider}/workflows',
    summary: 'List the workflows that the organisation has at a provider',
    query: providerWorkflowsQuerySchema,
    example: queryExample(providerWorkflowsQuerySchema, { locationId: '7' }),
  },
  'provider.workflowHooks': {
    ...lookedUp,
    path: '/{provider}/workflows/{workflowId}/hooks',
    summary: 'List what starts a workflow at a provider',
    params: workflowHooksParamsSchema,
  },
  'provider.locations': {
    ...lookedUp,
    path: '/{provider}/locations',
    summary: 'List the locations that the organisation has at a provider',
  },
  'provider.searchVoices': {
    ...searched,
    path: '/{provider}/voices/search',
    summary: 'Search the voices of a provider; use /{provider}/voice/search',
  },
  'provider.searchVoice': {
    ...searched,
    path: '/{provider}/voice/search',
    summary: 'Search the voices of a provider by name',
  },
  'provider.addVoices': {
    ...added,
    path: '/{provider}/voices/add',
    summary: 'Add a shared voice to the account at a provider; use /{provider}/voice/add',
  },
  'provider.addVoice': {
    ...added,
    path: '/{provider}/voice/add',
    summary: 'Add a shared voice to the account at a provider',
  },
});
