import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createCheckReferences } from '../references/check-references.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createAssistantStore } from './assistant-store.ts';
import { assistantHandlers } from './handlers.ts';
import type { Settle } from './runtime/settle/settle.ts';

export interface AssistantsContext extends Pick<PlatformContext, 'db'> {
  readonly toolbox: Pick<Toolbox, 'checkOwn'>;
  readonly settle: Settle;
}

export function registerAssistants({
  db,
  toolbox,
  settle,
}: AssistantsContext): HandlersOf<'assistant'> {
  return assistantHandlers({
    toolbox,
    settle,
    store: createAssistantStore(db),
    checkReferences: createCheckReferences(db),
  });
}
