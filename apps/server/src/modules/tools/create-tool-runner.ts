import type { ToolResult, ToolRunner } from '@kindling/conversation';
import type { Clock } from '@kindling/protocol/clock';
import { isOutgoingError } from '../../platform/http-client/outgoing-error.ts';
import type { CheckedTool } from './ready-tools.ts';
import {
  failed,
  MAX_CONTENT,
  type ToolContext,
  type ToolOutcome,
  type ToolUse,
} from './tool-kind.ts';
import { findWords, wordsOf } from './tool-words.ts';

export interface ToolRunnerOptions {
  readonly tools: ReadonlyMap<string, CheckedTool>;
  readonly context: ToolContext;
  readonly clock: Clock;
  /** A tool failed in a way that nobody foresaw. */
  readonly onFault: (error: unknown) => void;
}

const DELAYED_AFTER = 3_000;

/** Runs the tools of one assistant in one conversation: checks arguments, says the words for waiting. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { tools, context, clock } = options;

  async function attempt(tool: CheckedTool, use: ToolUse): Promise<ToolOutcome> {
    try {
      return await tool.run(use);
    } catch (error) {
      if (isOutgoingError(error)) return failed(`The request failed: ${error.message}.`);
      if (!use.signal.aborted) options.onFault(error);
      return failed('The tool failed.');
    }
  }

  /** The words for waiting: at the start, and once when it takes long. */
  function speakWhileWaiting(tool: CheckedTool, use: ToolUse, onSay: (text: string) => void) {
    const values = { ...context.variables, ...use.values };
    const start = wordsOf(findWords(tool.messages, 'request-start', values), values);
    if (start !== '') onSay(start);
    const delayed = findWords(tool.messages, 'request-response-delayed', values);
    const words = wordsOf(delayed, values);
    if (words === '') return () => {};
    return clock.schedule(delayed?.timingMilliseconds ?? DELAYED_AFTER, () => onSay(words));
  }

  return {
    definitions: [...tools.values()].map(({ definition }) => definition),
    async run(call, { signal, messages, onSay }) {
      const named = { toolCallId: call.id, name: call.name };
      const tool = tools.get(call.name);
      if (tool === undefined)
        return { ...named, ...failed(`There is no tool named ${call.name}.`) };
      const checked = await tool.check(call.arguments);
      if (!checked.ok) return { ...named, ...failed(checked.message) };
      const use = { call, messages, signal, context, values: checked.values };
      const stop = speakWhileWaiting(tool, use, onSay);
      const outcome = await attempt(tool, use).finally(stop);
      return { ...named, ...finish(tool, outcome, { ...context.variables, ...checked.values }) };
    },
  };
}

/** The result for the model and the words to say, with the tool's own messages. */
function finish(
  tool: CheckedTool,
  outcome: ToolOutcome,
  values: Readonly<Record<string, unknown>>,
): Omit<ToolResult, 'toolCallId' | 'name'> {
  const message =
    outcome.message ??
    findWords(tool.messages, outcome.failed ? 'request-failed' : 'request-complete', values);
  const words = wordsOf(message, values);
  const isHint = message?.type === 'request-complete' && message.role === 'system';
  const ends =
    (message?.type === 'request-complete' || message?.type === 'request-failed') &&
    message.endCallAfterSpokenEnabled === true;
  const content = outcome.content.slice(0, MAX_CONTENT);
  return {
    content: isHint && words !== '' ? `${content}\n\n${words}` : content,
    failed: outcome.failed,
    ...(outcome.openPage === undefined ? {} : { openPage: outcome.openPage }),
    ...(words === '' || isHint ? {} : { say: words }),
    ...(outcome.effect === undefined
      ? ends && { effect: { type: 'end-call' as const } }
      : { effect: outcome.effect }),
  };
}
