import {
  type ToolMessage,
  type ToolOf,
  type TransferDestination,
  toolMessageSchema,
  transferDestinationSchema,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import { readJsonText } from '../../../platform/errors/json-text.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import { describeRefusal } from '../../../platform/http-client/describe-refusal.ts';
import type { ToolUse } from '../tool-kind.ts';
import { serverOf } from './server-tool.ts';

export interface AskDestinationServices {
  readonly callServer: CallServer;
  readonly clock: Clock;
}

const TYPE = 'transfer-destination-request';

const answerSchema = z.looseObject({
  destination: transferDestinationSchema.optional(),
  message: toolMessageSchema.optional().catch(undefined),
  error: z.string().optional(),
});

type Asked =
  | { readonly destination: TransferDestination; readonly message?: ToolMessage }
  | { readonly error: string };

/** Where a call is to be transferred to, as the organisation's server says. */
export async function askDestination(
  tool: ToolOf<'transferCall'>,
  use: ToolUse,
  { callServer, clock }: AskDestinationServices,
): Promise<Asked> {
  const server = serverOf(tool, use);
  if (server === null)
    return { error: 'This tool has no destinations, and there is no server that could name one.' };
  const { context, messages, values, signal } = use;
  const { orgId, callId, assistantId } = context;
  const message = {
    type: TYPE,
    timestamp: Math.round(clock.now()),
    parameters: values,
    artifact: { messagesOpenAIFormatted: messages.map(({ role, content }) => ({ role, content })) },
    ...context.about,
  };
  const answer = await callServer({
    ...{ orgId, callId, assistantId, server, signal },
    type: TYPE,
    body: { message },
  });
  if (answer.status < 200 || answer.status >= 300)
    return { error: `The server of this tool ${describeRefusal(answer.status)}.` };
  const parsed = answerSchema.safeParse(readJsonText(answer.text));
  const { destination, message: words, error } = parsed.data ?? {};
  if (error !== undefined) return { error };
  if (destination === undefined)
    return { error: 'The server of this tool must answer {"destination":{"type":"assistant",…}}.' };
  return { destination, ...(words !== undefined && { message: words }) };
}
