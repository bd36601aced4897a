import type { OperationName } from '@kindling/protocol';
import { answeringExamples } from './answering-examples.ts';
import type { BodyExamples } from './body-examples.ts';
import { organisationExamples } from './organisation-examples.ts';
import { talkingExamples } from './talking-examples.ts';

/** A body for every operation that takes JSON; a test sends each. */
export const bodyExamples: BodyExamples = {
  ...answeringExamples,
  ...talkingExamples,
  ...organisationExamples,
};

/** What is sent as a form instead: fields as `curl -F` writes them. */
export const formExamples: Partial<Record<OperationName, readonly string[]>> = {
  'file.create': ['file=@prospectus.pdf'],
  'file.upload': ['file=@prospectus.pdf'],
  'provider.cloneVoice': ['name=Head teacher', 'files=@welcome.wav;type=audio/wav'],
};

/** The body of an operation, or undefined where it takes none as JSON. */
export function exampleBody(name: OperationName): unknown {
  return (bodyExamples as Partial<Record<OperationName, unknown>>)[name];
}
