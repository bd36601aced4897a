import { z } from 'zod';
import {
  credentialActionSchema,
  credentialCreateSchema,
  credentialSchema,
  credentialSessionRequestSchema,
  credentialSessionSchema,
  credentialUpdateSchema,
  credentialWebhookSchema,
} from '../entities/orgs/credential.ts';
import { listQuerySchema } from '../entities/page.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'credential', personalData: ['mentions'] };

export const credentialOperations = defineOperations(about, {
  'credential.create': {
    method: 'POST',
    path: '/credential',
    summary: 'Store access to a provider; its secrets are sealed and never answered',
    access: 'admin',
    bySession: 'refused',
    status: 201,
    body: credentialCreateSchema,
    example: bodyExample(credentialCreateSchema, {
      provider: 'webhook',
      name: 'Our server',
      authenticationPlan: { type: 'hmac', secretKey: 'only-we-know', algorithm: 'sha256' },
    }),
    answer: credentialSchema,
  },
  'credential.list': {
    method: 'GET',
    path: '/credential',
    summary: 'List credentials without their secrets, newest first',
    access: 'admin',
    status: 200,
    query: listQuerySchema,
    answer: z.array(credentialSchema),
  },
  'credential.session': {
    method: 'POST',
    path: '/credential/session',
    summary:
      'Begin to connect an account: a token for the service that asks for its owner’s consent',
    access: 'admin',
    bySession: 'refused',
    status: 201,
    answersSecret: true,
    body: credentialSessionRequestSchema,
    example: bodyExample(credentialSessionRequestSchema, {
      provider: 'slack.oauth2-authorization',
    }),
    answer: credentialSessionSchema,
  },
  'credential.webhook': {
    method: 'POST',
    path: '/credential/webhook',
    summary: 'What the connection service tells; believed for the session token in endUser',
    access: 'anyone',
    bySession: 'allowed',
    status: 200,
    body: credentialWebhookSchema,
    example: bodyExample(credentialWebhookSchema, {
      type: 'auth',
      operation: 'creation',
      from: 'connections.example',
      connectionId: 'connection-1',
      authMode: 'OAUTH2',
      providerConfigKey: 'slack',
      provider: 'slack',
      environment: 'production',
      success: true,
      endUser: { endUserId: 'the-session-token', organizationId: 'hill-school' },
    }),
    answer: z.object({ accepted: z.boolean() }),
  },
  'credential.trigger': {
    method: 'POST',
    path: '/credential/trigger',
    summary: 'Run an action of the connection service with a connected account',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    body: credentialActionSchema,
    example: bodyExample(credentialActionSchema, {
      action_name: 'send-message',
      input: { text: 'A call was booked.' },
    }),
    answer: z.looseObject({}),
  },
  'credential.get': {
    method: 'GET',
    path: '/credential/{id}',
    summary: 'Read a credential without its secrets',
    access: 'admin',
    status: 200,
    answer: credentialSchema,
  },
  'credential.update': {
    method: 'PATCH',
    path: '/credential/{id}',
    summary: 'Change the named fields; secrets that are not named are kept',
    access: 'admin',
    bySession: 'refused',
    status: 200,
    body: credentialUpdateSchema,
    example: bodyExample(credentialUpdateSchema, { name: 'Our new server' }),
    answer: credentialSchema,
  },
  'credential.delete': {
    method: 'DELETE',
    path: '/credential/{id}',
    summary: 'Delete a credential and its secrets',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    answer: credentialSchema,
  },
});
