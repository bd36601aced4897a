import { z } from 'zod';
import {
  phoneNumberCreateSchema,
  phoneNumberPageQuerySchema,
  phoneNumberSchema,
  phoneNumberUpdateSchema,
  twilioImportSchema,
  vonageImportSchema,
} from '../entities/calls/phone-number.ts';
import { listQuerySchema, pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds, exampleUniques } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'phoneNumber', personalData: ['mentions'] };

export const phoneNumberOperations = defineOperations(about, {
  'phoneNumber.importTwilio': {
    method: 'POST',
    path: '/phone-number/import/twilio',
    summary: 'Keep a number of Twilio',
    access: 'editor',
    bySession: 'refused',
    status: 201,
    body: twilioImportSchema,
    example: bodyExample(twilioImportSchema, {
      twilioPhoneNumber: exampleUniques.phoneNumber,
      twilioAccountSid: 'AC00000000000000000000000000000000',
      twilioAuthToken: 'the-token-of-the-account',
      assistantId: exampleIds.assistant,
    }),
    answer: phoneNumberSchema,
  },
  'phoneNumber.importVonage': {
    method: 'POST',
    path: '/phone-number/import/vonage',
    summary: 'Keep a number of Vonage; needs a stored credential',
    access: 'editor',
    bySession: 'refused',
    status: 201,
    body: vonageImportSchema,
    example: bodyExample(vonageImportSchema, {
      vonagePhoneNumber: exampleUniques.phoneNumber,
      credentialId: exampleIds.credential,
    }),
    answer: phoneNumberSchema,
  },
  'phoneNumber.create': {
    method: 'POST',
    path: '/phone-number',
    summary: 'Keep a phone number, and who answers it',
    access: 'editor',
    bySession: 'refused',
    status: 201,
    body: phoneNumberCreateSchema,
    example: bodyExample(phoneNumberCreateSchema, {
      provider: 'twilio',
      name: 'Front desk',
      number: exampleUniques.phoneNumber,
      twilioAccountSid: 'AC00000000000000000000000000000000',
      twilioAuthToken: 'the-token-of-the-account',
      assistantId: exampleIds.assistant,
    }),
    answer: phoneNumberSchema,
  },
  'phoneNumber.list': {
    method: 'GET',
    path: '/phone-number',
    summary: 'List phone numbers, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(phoneNumberSchema),
  },
  'phoneNumber.page': {
    method: 'GET',
    path: '/v2/phone-number',
    summary: 'List phone numbers in pages',
    access: 'viewer',
    status: 200,
    query: phoneNumberPageQuerySchema,
    answer: pageOf(phoneNumberSchema),
  },
  'phoneNumber.get': {
    method: 'GET',
    path: '/phone-number/{id}',
    summary: 'Read a phone number',
    access: 'viewer',
    status: 200,
    answer: phoneNumberSchema,
  },
  'phoneNumber.update': {
    method: 'PATCH',
    path: '/phone-number/{id}',
    summary: 'Change the named fields of a phone number',
    access: 'editor',
    bySession: 'refused',
    status: 200,
    body: phoneNumberUpdateSchema,
    example: bodyExample(phoneNumberUpdateSchema, {
      name: 'Reception',
      assistantId: exampleIds.assistant,
    }),
    answer: phoneNumberSchema,
  },
  'phoneNumber.delete': {
    method: 'DELETE',
    path: '/phone-number/{id}',
    summary: 'Delete a phone number that no campaign calls from; past calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: phoneNumberSchema,
  },
});
