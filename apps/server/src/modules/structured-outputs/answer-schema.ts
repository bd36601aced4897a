import type { OwnOutput } from '@kindling/protocol';

/** Whether results are objects, which a model writes as they are. */
export const isOfObjects = ({ schema }: Pick<OwnOutput, 'schema'>): boolean =>
  schema.type === 'object';

/** What is checked of anything else: an object whose `result` it is, or null where nothing was said of it. */
export function answerSchema(output: Pick<OwnOutput, 'schema'>): object {
  const { schema } = output;
  if (isOfObjects(output)) return schema;
  // A schema of its own: what it refers to by `#` is within it.
  const own = { $id: 'output', ...schema };
  return {
    type: 'object',
    properties: { result: { anyOf: [own, { type: 'null' }] } },
    required: ['result'],
  };
}
