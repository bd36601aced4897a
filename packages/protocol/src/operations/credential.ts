import { z } from 'zod';
import {
  credentialActionSchema,
  credentialCreateSchema,
  credentialSchema,
  credentialSessionRequestSchema,
  credentialSessionSchema,
  credentialUpdateSchema,
  credentialWebhookSchema,
} from '../entities/credential.ts';
import { listQuerySchema } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const credentialOperations = defineOperations({
  'credential.create': {
    method: 'POST',
    path: '/credential',
    summary: 'Store access to a provider; its secrets are sealed and never answered',
    access: 'admin',
    status: 201,
    body: credentialCreateSchema,
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
    status: 201,
    answersSecret: true,
    body: credentialSessionRequestSchema,
    answer: credentialSessionSchema,
  },
  'credential.webhook': {
    method: 'POST',
    path: '/credential/webhook',
    summary: 'What the connection service tells; believed for the session token in endUser',
    access: 'anyone',
    status: 200,
    body: credentialWebhookSchema,
    answer: z.object({ accepted: z.boolean() }),
  },
  'credential.trigger': {
    method: 'POST',
    path: '/credential/trigger',
    summary: 'Run an action of the connection service with a connected account',
    access: 'admin',
    status: 200,
    body: credentialActionSchema,
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
    summary: 'Change the named fields; secrets that are not named stay',
    access: 'admin',
    status: 200,
    body: credentialUpdateSchema,
    answer: credentialSchema,
  },
  'credential.delete': {
    method: 'DELETE',
    path: '/credential/{id}',
    summary: 'Delete a credential and its secrets',
    access: 'admin',
    status: 200,
    answer: credentialSchema,
  },
});
