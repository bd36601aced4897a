import type { ErasePerson } from '../../people/erase-person.ts';
import type { HandlersOf } from '../registrar.ts';

export function personHandlers(erase: ErasePerson): HandlersOf<'person'> {
  return {
    async 'person.erase'({ token, body, log }) {
      const report = await erase(token.orgId, body);
      log.info({ deleted: report.deleted }, 'person erased');
      return report;
    },
  };
}
