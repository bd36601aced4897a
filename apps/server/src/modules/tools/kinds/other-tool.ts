import type { OtherTool } from '@kindling/protocol';
import { failed, type ReadyTool } from '../tool-kind.ts';

/** What is not carried out here: a model that asks for it learns so, and can say it. */
export function readyOtherTool(tool: OtherTool): ReadyTool {
  const type: string = tool.type;
  return {
    definition: {
      name: tool.function?.name ?? toName(tool.name ?? type),
      description:
        tool.function?.description ?? tool.description ?? `Does what "${type}" stands for.`,
      parameters: tool.function?.parameters ?? { type: 'object', properties: {} },
    },
    messages: tool.messages?.filter((message) => message.type === 'request-failed'),
    run: async () =>
      failed(`This is not available here ("${type}"). Say that it cannot be done here.`),
  };
}

const toName = (text: string) => text.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || 'tool';
