import { erasureReportSchema, personSchema } from '../entities/person.ts';
import { defineOperations } from './operation.ts';

export const personOperations = defineOperations({
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
