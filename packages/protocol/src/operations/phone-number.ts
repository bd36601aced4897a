import { z } from 'zod';
import { listQuerySchema, pageOf, pageQuerySchema } from '../entities/page.ts';
import {
  phoneNumberCreateSchema,
  phoneNumberSchema,
  phoneNumberUpdateSchema,
  twilioImportSchema,
  vonageImportSchema,
} from '../entities/phone-number.ts';
import { defineOperations } from './operation.ts';

export const phoneNumberOperations = defineOperations({
  'phoneNumber.importTwilio': {
    method: 'POST',
    path: '/phone-number/import/twilio',
    summary: 'Keep a number of Twilio',
    access: 'editor',
    status: 201,
    body: twilioImportSchema,
    answer: phoneNumberSchema,
  },
  'phoneNumber.importVonage': {
    method: 'POST',
    path: '/phone-number/import/vonage',
    summary: 'Keep a number of Vonage; needs a stored credential',
    access: 'editor',
    status: 201,
    body: vonageImportSchema,
    answer: phoneNumberSchema,
  },
  'phoneNumber.create': {
    method: 'POST',
    path: '/phone-number',
    summary: 'Keep a phone number, and who answers it',
    access: 'editor',
    status: 201,
    body: phoneNumberCreateSchema,
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
    query: pageQuerySchema,
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
    status: 200,
    body: phoneNumberUpdateSchema,
    answer: phoneNumberSchema,
  },
  'phoneNumber.delete': {
    method: 'DELETE',
    path: '/phone-number/{id}',
    summary: 'Delete a phone number that no campaign calls from; past calls stay',
    access: 'editor',
    status: 200,
    answer: phoneNumberSchema,
  },
});
