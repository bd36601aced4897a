import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createAssistantStore } from '../assistants/assistant-store.ts';
import { squadHandlers } from './handlers.ts';
import { createSquadStore } from './squad-store.ts';

export function registerSquads({ db }: Pick<PlatformContext, 'db'>): HandlersOf<'squad'> {
  return squadHandlers({ squads: createSquadStore(db), assistants: createAssistantStore(db) });
}
