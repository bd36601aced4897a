import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createCheckReferences } from '../references/check-references.ts';
import { toolHandlers } from './handlers.ts';
import type { Toolbox } from './toolbox.ts';

export interface ToolsContext extends Pick<PlatformContext, 'config' | 'db'> {
  readonly toolbox: Pick<Toolbox, 'faults'>;
}

export function registerTools({ config, db, toolbox }: ToolsContext): HandlersOf<'tool'> {
  return toolHandlers({
    db,
    toolbox,
    checkReferences: createCheckReferences(db, { isStrict: config.strictProviders }),
    isStrict: config.strictProviders,
  });
}
