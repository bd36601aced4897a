import type { CallCreate } from '@kindling/protocol';

/** Who is to answer, as a new call or chat names them. */
export interface CallTarget
  extends Pick<CallCreate, 'assistant' | 'assistantId' | 'assistantOverrides' | 'customer'> {
  readonly squadId?: string | undefined;
  readonly squad?: Readonly<Record<string, unknown>> | undefined;
  readonly workflowId?: string | undefined;
  readonly workflow?: Readonly<Record<string, unknown>> | undefined;
  readonly workflowOverrides?: Readonly<Record<string, unknown>> | undefined;
}
