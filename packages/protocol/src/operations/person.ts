import { erasureReportSchema, personExportSchema, personSchema } from '../entities/orgs/person.ts';
import { defineOperations } from './operation.ts';

export const personOperations = defineOperations({
  'person.export': {
    method: 'POST',
    path: '/person/export',
    summary: 'Read everything about a person that erasing them would delete',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    body: personSchema,
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
    answer: erasureReportSchema,
  },
});
