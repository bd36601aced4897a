import type { ModelMessage } from '../generation/model.ts';
import type { ToolCall, ToolEffect, ToolResult, ToolRunner } from '../generation/tools.ts';
import type { Memory } from '../history/memory.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { ClientMessages } from './client-messages.ts';
import type { HookAction } from './hooks.ts';

type ToolAction = Extract<HookAction, { type: 'tool' }>;

export interface HookToolsOptions {
  readonly scope: CallScope;
  /** Read each time: another assistant may have others. */
  readonly assistant: { readonly hookTools: ToolRunner };
  readonly memory: Pick<Memory, 'addTools' | 'modelMessages'>;
  readonly client: Pick<ClientMessages, 'toolCalls' | 'toolResult'>;
  readonly onEffect: (effect: ToolEffect) => void;
}

/** Uses the tools that hooks name. */
export interface HookTools {
  /** One runs. */
  readonly busy: boolean;
  /** `say` gets what the tool has to say, while it runs and after it. */
  run(action: ToolAction, say: (text: string) => void): void;
  /** The conversation is over: nothing comes of it here. */
  runAfterwards(action: ToolAction, signal: AbortSignal): void;
}

export function createHookTools(options: HookToolsOptions): HookTools {
  const { scope, memory, client } = options;
  let calls = 0;
  let running = 0;

  function begin({ name, ...action }: ToolAction): ToolCall {
    calls += 1;
    return { ...action, name, type: 'tool-call', id: `hook-${calls}` };
  }

  function use(call: ToolCall, signal: AbortSignal, onSay: (text: string) => void) {
    const { id: toolCallId, name } = call;
    const failed: ToolResult = { toolCallId, name, content: 'The tool failed.', failed: true };
    const messages = memory.modelMessages().map(toSaid);
    return options.assistant.hookTools.run(call, { signal, messages, onSay }).catch(() => failed);
  }

  return {
    get busy() {
      return running > 0;
    },
    async run(action, say) {
      const call = begin(action);
      client.toolCalls([call]);
      running += 1;
      const result = await use(call, scope.signal, say);
      running -= 1;
      if (scope.signal.aborted) return;
      memory.addTools([call], [result], scope.now());
      client.toolResult(result);
      say(result.say ?? '');
      if (result.effect !== undefined) options.onEffect(result.effect);
    },
    runAfterwards(action, signal) {
      void use(begin(action), signal, () => {});
    },
  };
}

const toSaid = ({ role, content }: ModelMessage) => ({ role, content });
