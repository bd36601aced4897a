import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createCheckReferences } from '../references/check-references.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createAssistantStore } from './assistant-store.ts';
import { assistantHandlers } from './handlers.ts';
import type { Writers } from './runtime/models/writers.ts';
import type { Settle } from './runtime/settle/settle.ts';

export interface AssistantsContext extends Pick<PlatformContext, 'config' | 'db'> {
  readonly toolbox: Pick<Toolbox, 'checkOwn'>;
  readonly settle: Settle;
  readonly writers: Pick<Writers, 'warnings'>;
}

export function registerAssistants({
  config,
  db,
  toolbox,
  settle,
  writers,
}: AssistantsContext): HandlersOf<'assistant'> {
  return assistantHandlers({
    toolbox,
    settle,
    modelWarnings: writers.warnings,
    store: createAssistantStore(db),
    checkReferences: createCheckReferences(db, { isStrict: config.strictProviders }),
  });
}
