import {
  type ActiveAssistant,
  type ActiveNode,
  chooseByWords,
  type ToolRunner,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { conversationSettings } from './conversation-settings.ts';
import { joinTools } from './join-tools.ts';
import { usesLocalModel } from './models/model-resolver.ts';
import type { AssistantRuntime } from './router.ts';

/** An assistant as a conversation takes it: settings with their variables filled, model and tools. */
export function activeAssistant(
  assistant: AssistantCreate,
  runtime: AssistantRuntime,
  { now, node }: { readonly now: Date; readonly node?: ActiveNode },
): ActiveAssistant {
  return {
    name: assistant.name ?? null,
    settings: conversationSettings(assistant, now),
    model: runtime.model,
    ...(runtime.tools === undefined ? {} : { tools: runtime.tools }),
    ...(node === undefined ? {} : { node }),
  };
}

/** The runtime of an assistant that can hand over: the local guide then chooses by the person's words. */
export function withHandoffs(
  assistant: AssistantCreate,
  runtime: AssistantRuntime,
  handoffs: ToolRunner,
): AssistantRuntime {
  return {
    model: usesLocalModel(assistant) ? chooseByWords(runtime.model) : runtime.model,
    tools: joinTools(handoffs, runtime.tools),
  };
}
