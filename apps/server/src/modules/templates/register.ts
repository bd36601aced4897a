import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { templateHandlers } from './handlers.ts';

export function registerTemplates({ db }: Pick<PlatformContext, 'db'>): HandlersOf<'template'> {
  return templateHandlers({ db });
}
