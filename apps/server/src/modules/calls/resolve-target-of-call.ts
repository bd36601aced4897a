import type { Clock } from '@kindling/protocol/clock';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type {
  CallTargetRequest,
  ResolveCallTarget,
} from '../assistants/runtime/resolve-call-target.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { DailyBudget } from '../usage/daily-budgets.ts';
import { countTokens, type UseMeter } from '../usage/use-meter.ts';
import { callLogWriter } from './store/call-log.ts';

export interface TargetOfCall extends Pick<CallTargetRequest, 'token' | 'fitted' | 'position'> {
  /** Of the call. */
  readonly id: string;
  readonly form: CallTarget & { readonly metadata?: unknown };
  readonly budget: DailyBudget;
  /** What the call has of providers elsewhere. */
  readonly meter: UseMeter;
}

/**
 * Who answers a call: an assistant, a squad or a workflow.
 *
 * @throws as `ResolveCallTarget` does
 */
export function resolveTargetOfCall(
  options: {
    readonly resolveCallTarget: ResolveCallTarget;
    readonly logs: Pick<LogWriter, 'write'>;
    readonly clock: Clock;
  },
  { id, token, form, budget, meter, ...more }: TargetOfCall,
): Promise<AssistantRouter> {
  const { assistantId = null, squadId = null, workflowId = null } = form;
  const { customer = null, metadata = null } = form;
  const about = { id, orgId: token.orgId, type: 'webCall', assistantId, squadId, workflowId };
  const call = { ...about, customer, metadata } as const;
  return options.resolveCallTarget({
    ...more,
    form,
    token,
    isSpoken: true,
    writeLine: callLogWriter({ logs: options.logs, call, now: () => options.clock.now() }),
    meter: (model) => countTokens(budget.meter(model), meter),
    onUse: meter.add,
    user: { assistantId, callId: id, about: { call } },
  });
}
