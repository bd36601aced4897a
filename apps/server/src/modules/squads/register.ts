import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createAssistantStore } from '../assistants/assistant-store.ts';
import type { Settle } from '../assistants/runtime/settle/settle.ts';
import { squadHandlers } from './handlers.ts';
import { createSquadStore } from './squad-store.ts';

export interface SquadsContext extends Pick<PlatformContext, 'db'> {
  readonly settle: Settle;
}

export function registerSquads({ db, settle }: SquadsContext): HandlersOf<'squad'> {
  return squadHandlers({
    settle,
    squads: createSquadStore(db),
    assistants: createAssistantStore(db),
  });
}
