import type { PlatformContext } from '../../platform/platform-context.ts';
import { type OutputHandlers, outputHandlers } from './handlers.ts';
import type { ModelWarnings } from './output-warnings.ts';

export interface StructuredOutputsContext extends Pick<PlatformContext, 'config' | 'db'> {
  readonly writers: { readonly warnings: ModelWarnings };
}

/** What is to be taken down of calls; who does it is with the calls. */
export function registerStructuredOutputs(context: StructuredOutputsContext): OutputHandlers {
  const { config, db, writers } = context;
  return outputHandlers({
    db,
    modelWarnings: writers.warnings,
    isStrict: config.strictProviders,
  });
}
