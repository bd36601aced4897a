import type { Model, ModelMessage } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';

/** What was said before, as the assistant has it: the model takes it for the beginning of every conversation. */
export function withExamples(
  model: Model,
  { messages = [] }: NonNullable<AssistantCreate['model']>,
): Model {
  const examples = messages.flatMap(({ role, content }): ModelMessage[] =>
    (role === 'user' || role === 'assistant') && content ? [{ role, content }] : [],
  );
  if (examples.length === 0) return model;
  return {
    ...model,
    respond(request) {
      const { messages } = request;
      const start = messages.findIndex(({ role }) => role !== 'system');
      const at = start === -1 ? messages.length : start;
      return model.respond({ ...request, messages: messages.toSpliced(at, 0, ...examples) });
    },
  };
}
