import type { CallPageQuery } from '@kindling/protocol';
import { eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { callTable } from '../../../platform/database/schema.ts';
import { containsFields } from '../../references/query-filters.ts';

type Filters = Partial<Omit<CallPageQuery, 'page' | 'limit' | 'cursor' | 'sortOrder'>>;

/** Of the call's customer: one index finds each. */
const OF_CUSTOMER = ['number', 'extension', 'sipUri', 'name', 'email', 'externalId'] as const;

/** The conditions of a list query on what calls are about. */
export function callFilters(query: Filters): SQL[] {
  const filters: SQL[] = [];
  const equal = <T>(value: T | undefined, filter: (value: T) => SQL) => {
    if (value !== undefined) filters.push(filter(value));
  };
  equal(query.id, (id) => eq(callTable.id, id));
  equal(query.idAny, (ids) => inArray(callTable.id, ids));
  equal(query.assistantId, (id) => eq(callTable.assistantId, id));
  equal(query.phoneNumberId, (id) => eq(callTable.phoneNumberId, id));
  equal(query.cost, (cost) => eq(callTable.cost, cost));
  equal(query.costGe, (cost) => gte(callTable.cost, cost));
  equal(query.costLe, (cost) => lte(callTable.cost, cost));
  equal(query.successEvaluation, successIs);
  equal(query.endedReason, (given) => sql`${callTable.endedReason} = ${given}`);
  return [...filters, ...containsFields(callTable.customer, query, OF_CUSTOMER)];
}

/** What is indexed is the beginning: a whole evaluation may be too long for an index. */
function successIs(given: string): SQL {
  const stored = sql`${callTable.analysis} ->> 'successEvaluation'`;
  return sql`left(${stored}, 500) = left(${given}, 500) and ${stored} = ${given}`;
}
