import type { CallMessage } from '@kindling/protocol';
import type { Memory } from '../history/memory.ts';
import { toolCallMessages } from '../history/tool-messages.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { ModelMessage } from './model.ts';
import type { ToolCall, ToolResult, ToolRunner } from './tools.ts';

export interface ToolRoundOptions {
  readonly scope: CallScope;
  readonly tools: Pick<ToolRunner, 'run'>;
  readonly memory: Pick<Memory, 'addTools'>;
  readonly onToolCalls: (calls: readonly ToolCall[]) => void;
  readonly onToolResult: (result: ToolResult) => void;
  /** The record of the round: the calls before they run, then the results. */
  readonly onToolLines: (lines: readonly CallMessage[]) => void;
}

export interface ToolRound {
  readonly calls: readonly ToolCall[];
  readonly messages: readonly ModelMessage[];
  /** Gets what a tool says while it runs. */
  readonly onSay: (text: string) => void;
}

/** Runs what the model asked for, all at once, and remembers what came of it. */
export interface ToolRounds {
  /** Rounds that still run; the next answer must know their results (TOOL-2). */
  readonly running: ReadonlySet<Promise<unknown>>;
  /** Runs to the end of the tools, also when the answer is cut meanwhile. Failures are results. */
  run(round: ToolRound): Promise<ToolResult[]>;
}

export function createToolRounds(options: ToolRoundOptions): ToolRounds {
  const { scope, tools, memory } = options;
  const running = new Set<Promise<unknown>>();
  /** Seconds since the call began are the reader's to know. */
  const now = () => ({ time: scope.now(), endTime: scope.now(), secondsFromStart: 0 });

  async function runAll({ calls, messages, onSay }: ToolRound): Promise<ToolResult[]> {
    options.onToolCalls(calls);
    const [asked] = toolCallMessages({ calls, results: [] }, now());
    if (asked !== undefined) options.onToolLines([asked]);
    const said = messages.map(({ role, content }) => ({ role, content }));
    const results = await Promise.all(
      calls.map((call) =>
        tools.run(call, { signal: scope.signal, messages: said, onSay }).catch(
          (): ToolResult => ({
            toolCallId: call.id,
            name: call.name,
            content: 'The tool failed.',
            failed: true,
          }),
        ),
      ),
    );
    if (scope.signal.aborted) return results;
    memory.addTools(calls, results, scope.now());
    options.onToolLines(toolCallMessages({ calls, results }, now()).slice(1));
    results.forEach(options.onToolResult);
    return results;
  }

  return {
    running,
    run(round) {
      const work = runAll(round);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
  };
}
