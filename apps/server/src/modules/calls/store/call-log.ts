import type { Call } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { LogWriter, WriteLine } from '../../logs/log-port.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';

export interface CallLogOptions {
  readonly logs: Pick<LogWriter, 'write'>;
  readonly call: Pick<Call, 'id' | 'orgId' | 'assistantId' | 'squadId'>;
  readonly now: () => number;
}

type Line = Parameters<WriteLine>[0];

/** Writes lines of a call's log. */
export function callLogWriter({ logs, call, now }: CallLogOptions): WriteLine {
  return (line) =>
    logs.write({
      orgId: call.orgId,
      type: 'Call',
      time: now(),
      callId: call.id,
      assistantId: call.assistantId ?? null,
      squadId: call.squadId ?? null,
      ...line,
    });
}

/**
 * Writes the log of a call beside what `reporter` tells the organisation's server: what happened and
 * when, never what anybody said.
 */
export function logCall(reporter: CallReporter, options: CallLogOptions): CallReporter {
  const write = callLogWriter(options);
  const refused = new Set<string>();
  write({ message: 'The call was created.' });
  return {
    ...reporter,
    handle(message) {
      const isNews = message.type !== 'error' || !refused.has(message.code);
      if (message.type === 'error') refused.add(message.code);
      // One entry for each reason: a flood is no flood of the log.
      if (isNews) for (const line of linesOf(message)) write(line);
      reporter.handle(message);
    },
  };
}

function linesOf(message: ServerMessage): readonly Line[] {
  switch (message.type) {
    case 'status-update':
      return message.status === 'ended'
        ? [{ message: `The call ended: ${message.endedReason ?? 'without a reason'}.` }]
        : [{ message: `The call is ${message.status}.` }];
    case 'tool-calls':
      return message.toolCallList.map((tool) => ({
        message: `The model asked for the tool “${tool.function.name}”.`,
      }));
    case 'tool-calls-result': {
      const { name, error } = message.toolCallResult;
      return error === undefined
        ? [{ message: `The tool “${name}” answered.` }]
        : [{ message: `The tool “${name}” failed.`, level: 'WARN' }];
    }
    case 'user-interrupted':
      return [{ message: 'The visitor interrupted the assistant.', level: 'LOG' }];
    case 'transfer-update':
      return [{ message: `“${message.destination.assistantName}” took over.` }];
    case 'workflow.node.started':
      return [{ message: `The workflow came to “${message.node.name}”.` }];
    case 'turn-timing':
      return [
        {
          message: `The assistant answered after ${Math.round(message.timing.total)} ms.`,
          level: 'CHECKPOINT',
        },
      ];
    case 'time-limit':
      return [{ message: `${message.secondsLeft} s are left of the call.`, level: 'LOG' }];
    case 'hang':
      return [{ message: 'The assistant took too long to answer.', level: 'WARN' }];
    case 'error':
      return [
        { message: 'A message of the page was refused.', level: 'WARN', error: message.code },
      ];
    default:
      // What was said, and what only moves the page.
      return [];
  }
}
