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
  /** The record of the round: the calls before they run, then the results. Resolves when they are recorded. */
  readonly onToolLines: (lines: readonly CallMessage[]) => Promise<unknown> | undefined;
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

/** Longest that a tool waits until its call is recorded, ms: a database that is away stops no conversation. */
const RECORD_TIMEOUT = 1_000;

export function createToolRounds(options: ToolRoundOptions): ToolRounds {
  const { scope, tools, memory } = options;
  const running = new Set<Promise<unknown>>();
  /** Seconds since the call began are the reader's to know. */
  const now = () => ({ time: scope.now(), endTime: scope.now(), secondsFromStart: 0 });

  async function runAll({ calls, messages, onSay }: ToolRound): Promise<ToolResult[]> {
    options.onToolCalls(calls);
    const [asked] = toolCallMessages({ calls, results: [] }, now());
    if (asked !== undefined) await untilRecorded(scope, options.onToolLines([asked]));
    if (scope.signal.aborted) return calls.map(failedResult);
    const said = messages.map(({ role, content }) => ({ role, content }));
    const results = await Promise.all(
      calls.map((call) =>
        tools
          .run(call, { signal: scope.signal, messages: said, onSay })
          .catch(() => failedResult(call)),
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

const failedResult = ({ id: toolCallId, name }: ToolCall): ToolResult => ({
  ...{ toolCallId, name, content: 'The tool failed.', failed: true },
});

async function untilRecorded(
  scope: CallScope,
  recording: Promise<unknown> | undefined,
): Promise<void> {
  if (recording === undefined) return;
  await new Promise<void>((resolve) => {
    const cancel = scope.after(RECORD_TIMEOUT, resolve);
    const done = () => {
      cancel();
      resolve();
    };
    scope.signal.addEventListener('abort', done, { once: true });
    recording.then(done, done);
  });
}
