import type { AnalyticsResult } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { answerQuery } from './answer-query.ts';

export function analyticsHandlers(db: Database): HandlersOf<'analytics'> {
  return {
    async 'analytics.query'({ token, body }) {
      const results: AnalyticsResult[] = [];
      for (const query of body.queries) results.push(await answerQuery(db, token.orgId, query));
      return results;
    },
  };
}
