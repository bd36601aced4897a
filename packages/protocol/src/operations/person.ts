import {
  erasureReportSchema,
  PERSON_RECORD_KINDS,
  personExportSchema,
  personSchema,
} from '../entities/orgs/person.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'person', personalData: PERSON_RECORD_KINDS };

export const personOperations = defineOperations(about, {
  'person.export': {
    method: 'POST',
    path: '/person/export',
    summary: 'Read everything about a person that erasing them would delete',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    body: personSchema,
    example: bodyExample(personSchema, { email: 'maya@family.example' }),
    answer: personExportSchema,
    streamed: true,
  },
  'person.erase': {
    method: 'POST',
    path: '/person/erase',
    summary: 'Delete everything about a person; answers what that was',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    body: personSchema,
    example: bodyExample(personSchema, { email: 'maya@family.example' }),
    answer: erasureReportSchema,
  },
});
