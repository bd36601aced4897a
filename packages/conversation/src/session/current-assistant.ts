import type { Model } from '../generation/model.ts';
import type { ToolRunner } from '../generation/tools.ts';
import type { Voice } from '../playout/voice.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { ActiveAssistant, ActiveNode, ConversationSettings } from './port.ts';

/** The current assistant. Model, tools, recognisers and settings are the same objects before and after a handoff. */
export interface CurrentAssistant {
  readonly name: string | null;
  readonly node: ActiveNode | null;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly tools: ToolRunner;
  /** Of other machines: the same list as long as the assistant is the same. */
  readonly transcribers: readonly Transcriber[];
  /** Read anew for each sentence. */
  readonly voice: Voice;
  /** What its hooks use. */
  readonly hookTools: ToolRunner;
  change(to: ActiveAssistant): void;
}

const NO_TRANSCRIBERS: readonly Transcriber[] = [];

const NO_TOOLS: ToolRunner = {
  definitions: [],
  run: async ({ id, name }) => ({
    toolCallId: id,
    name,
    content: `There is no tool named ${name}.`,
    failed: true,
  }),
};

export function createCurrentAssistant(
  first: ActiveAssistant & { readonly voice: Voice },
): CurrentAssistant {
  let current: ActiveAssistant = first;
  const tools = () => current.tools ?? NO_TOOLS;
  // Changed in place: every part that holds them then reads those of the new assistant.
  const settings = { ...first.settings };
  return {
    settings,
    get name() {
      return current.name;
    },
    get node() {
      return current.node ?? null;
    },
    get voice() {
      return current.voice ?? first.voice;
    },
    model: {
      get provider() {
        return current.model.provider;
      },
      knows: (question) => current.model.knows?.(question) ?? false,
      get expects() {
        return current.model.expects;
      },
      respond: (request) => current.model.respond(request),
    },
    tools: {
      get definitions() {
        return tools().definitions;
      },
      run: (call, options) => tools().run(call, options),
    },
    get transcribers() {
      return current.transcribers ?? NO_TRANSCRIBERS;
    },
    get hookTools() {
      return current.hookTools ?? NO_TOOLS;
    },
    change(to) {
      current = to;
      for (const key of Object.keys(settings)) Reflect.deleteProperty(settings, key);
      Object.assign(settings, to.settings);
    },
  };
}
