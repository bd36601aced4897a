import type { CallMessage } from '@kindling/protocol';
import type { ToolCall, ToolResult } from '../generation/tools.ts';

/** One thing that was said, or one round of tools. Times are epoch ms. */
export interface RecordedEntry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly spoken: boolean;
  readonly tools?: { readonly calls: readonly ToolCall[]; readonly results: readonly ToolResult[] };
  /** Characters of the tools. */
  readonly extra?: number;
  readonly time: number;
  endTime: number;
  text: string;
  interrupted: boolean;
}

/** The result of a tool that was running when the server died: nothing is done twice. */
const UNKNOWN_RESULT =
  'It is not known whether this was done: the server stopped while it ran. Do not do it again without asking the person first.';

/** The lines of a stored record as what they were, each call of a tool with its result. */
export function readRecord(lines: readonly CallMessage[]): RecordedEntry[] {
  const results = new Map(
    lines.flatMap((line) => (line.role === 'tool_call_result' ? [[line.toolCallId, line]] : [])),
  );
  return lines.flatMap((line): RecordedEntry[] => {
    const { message: text, time, endTime, interrupted = false } = line;
    const entry = { text, time, endTime, interrupted };
    if (line.role === 'user') return [{ ...entry, role: 'user', spoken: true }];
    if (line.role === 'bot') return [{ ...entry, role: 'assistant', spoken: true }];
    if (line.role === 'system') return [{ ...entry, role: 'system', spoken: false }];
    if (line.role === 'tool_call_result') return [];
    return [{ ...entry, role: 'assistant', spoken: false, ...toolsOf(line, results) }];
  });
}

function toolsOf(
  { toolCalls = [] }: CallMessage,
  answered: ReadonlyMap<string | undefined, CallMessage>,
): Pick<RecordedEntry, 'tools' | 'extra'> {
  const calls = toolCalls.map(
    ({ id, function: { name, arguments: given } }): ToolCall => ({
      type: 'tool-call',
      id,
      name,
      arguments: given,
    }),
  );
  const results = calls.map(({ id, name }) => ({
    toolCallId: id,
    name,
    content: answered.get(id)?.result ?? UNKNOWN_RESULT,
    failed: false,
  }));
  const tools = { calls, results };
  return { tools, extra: JSON.stringify(tools).length };
}
