import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createCheckReferences } from '../references/check-references.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createAssistantStore } from './assistant-store.ts';
import { assistantHandlers } from './handlers.ts';

export interface AssistantsContext extends Pick<PlatformContext, 'db'> {
  readonly toolbox: Pick<Toolbox, 'checkOwn'>;
}

export function registerAssistants({ db, toolbox }: AssistantsContext): HandlersOf<'assistant'> {
  return assistantHandlers({
    toolbox,
    store: createAssistantStore(db),
    checkReferences: createCheckReferences(db),
  });
}
