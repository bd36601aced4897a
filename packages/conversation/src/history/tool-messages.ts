import type { CallMessage } from '@kindling/protocol';
import type { ModelMessage } from '../generation/model.ts';
import type { ToolExchange } from './memory.ts';

/** The exchange as sent to models: the calls, then a result for each. */
export function toolModelMessages({ calls, results }: ToolExchange): ModelMessage[] {
  return [
    { role: 'assistant', content: '', toolCalls: calls },
    ...results.map(
      ({ toolCallId, content }): ModelMessage => ({ role: 'tool', content, toolCallId }),
    ),
  ];
}

type Times = Pick<CallMessage, 'time' | 'endTime' | 'secondsFromStart'>;

/** The exchange as it is kept with the call. */
export function toolCallMessages({ calls, results }: ToolExchange, times: Times): CallMessage[] {
  return [
    {
      role: 'tool_calls',
      message: '',
      toolCalls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
      ...times,
    },
    ...results.map(
      ({ toolCallId, name, content }): CallMessage => ({
        role: 'tool_call_result',
        message: '',
        toolCallId,
        name,
        result: content,
        ...times,
      }),
    ),
  ];
}
