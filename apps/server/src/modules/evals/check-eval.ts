import { type EvalMessage, type EvalTarget, fitted, squadCreateSchema } from '@kindling/protocol';
import { badField, badFields } from '../../platform/errors/bad-field.ts';
import { fieldErrors } from '../../platform/errors/field-errors.ts';
import type { AssistantStore } from '../assistants/assistant-store.ts';
import type { SquadStore } from '../squads/squad-store.ts';
import { checkPatterns } from './judge/patterns.ts';

/**
 * @param path of the eval in the request: '' or 'eval.'
 * @throws `bad_request` that names each pattern which cannot be used
 */
export function checkMessages(messages: readonly EvalMessage[], path: string): void {
  messages.forEach((message, index) => {
    if (message.role !== 'assistant' || !message.judgePlan) return;
    checkPatterns(message.judgePlan, `${path}messages.${index}.judgePlan`);
  });
}

/** Where those are stored whom a run can name. */
export interface TargetStores {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
}

/** @throws `bad_request` when there is nobody of this id, or the squad is none */
export async function checkTarget(
  { assistants, squads }: TargetStores,
  orgId: string,
  target: EvalTarget,
): Promise<void> {
  const missing = (what: string) =>
    badField(`target.${what}Id`, `there is no ${what} with this id in your organisation.`);
  if (target.type === 'assistant') {
    const { assistantId } = target;
    if (assistantId && (await assistants.find(orgId, assistantId)) === null)
      throw missing('assistant');
    return;
  }
  const { squadId, squad } = target;
  if (squadId && (await squads.find(orgId, squadId)) === null) throw missing('squad');
  if (!squad) return;
  const parsed = fitted(squadCreateSchema).safeParse(squad);
  if (!parsed.success) throw badFields(fieldErrors(parsed.error.issues, ['target', 'squad']));
}
