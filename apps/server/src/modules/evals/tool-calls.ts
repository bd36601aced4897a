import type { ToolCall } from '@kindling/conversation';
import type { EvalToolCall } from '@kindling/protocol';
import { readJsonText } from '../../platform/errors/json-text.ts';

/** Mocked calls as models make them; `at` keeps ids of a conversation apart. */
export function callsOf(calls: readonly EvalToolCall[], at: number): ToolCall[] {
  return calls.map((call, index) => ({
    type: 'tool-call',
    id: `mock_${at}_${index}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments ?? {}),
  }));
}

/** What a tool was called with; nothing where the model wrote no JSON object. */
export function readArguments(call: ToolCall): Readonly<Record<string, unknown>> {
  const value = readJsonText(call.arguments);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
