import { JsonStreamAnswer } from '../../platform/requests/answers/json-stream-answer.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { RateLimit } from '../../platform/requests/visitors/rate-limit.ts';
import type { ErasePerson } from './erase-person.ts';
import type { ExportPerson } from './export-person.ts';

export interface PersonHandlerOptions {
  readonly erase: ErasePerson;
  readonly exportPerson: ExportPerson;
  /** By organisation: an export looks through all that it has. */
  readonly exportLimit: RateLimit;
}

export function personHandlers(options: PersonHandlerOptions): HandlersOf<'person'> {
  const { erase, exportPerson, exportLimit } = options;
  return {
    async 'person.export'({ token, body, baseUrl, log }) {
      await exportLimit.consume(token.orgId);
      const onFinished = (found: Readonly<Record<string, number>>) =>
        log.info({ found }, 'person exported');
      const today = new Date().toISOString().slice(0, 10);
      const pieces = exportPerson(token.orgId, body, { baseUrl, onFinished });
      return new JsonStreamAnswer(`person-${today}`, pieces);
    },
    async 'person.erase'({ token, body, log }) {
      const report = await erase(token.orgId, body);
      log.info({ deleted: report.deleted }, 'person erased');
      return report;
    },
  };
}
