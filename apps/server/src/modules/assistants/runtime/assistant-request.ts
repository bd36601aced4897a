import {
  type AssistantRequestAnswer,
  assistantRequestAnswerSchema,
  CALL_ANSWERERS,
  fittedAnswerers,
  type PhoneNumber,
} from '@kindling/protocol';
import { fieldErrors } from '../../../platform/errors/field-errors.ts';
import { isFields } from '../../../platform/errors/is-fields.ts';
import { readJsonText } from '../../../platform/errors/json-text.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import { describeRefusal } from '../../../platform/http-client/describe-refusal.ts';
import type { OrgServers } from '../../tools/org-servers.ts';
import type { CallTarget } from './call-target.ts';

/** Who takes the calls of a number that names nobody: its server says so, call by call. */
export interface AssistantRequest {
  /** Whether there is a server to be asked. */
  hasServer(number: PhoneNumber): Promise<boolean>;
  /**
   * Asks it by `assistant-request`.
   *
   * @throws an Error that says why nobody answers
   */
  ask(number: PhoneNumber, signal: AbortSignal): Promise<CallTarget>;
}

export interface AssistantRequestOptions {
  readonly callServer: CallServer;
  readonly orgServers: OrgServers;
  /** Epoch ms. */
  readonly now: () => number;
}

const answerSchema = fittedAnswerers(assistantRequestAnswerSchema);
const OVERRIDES = ['assistantOverrides', 'workflowOverrides'] as const;

export function createAssistantRequest({
  callServer,
  orgServers,
  now,
}: AssistantRequestOptions): AssistantRequest {
  return {
    hasServer: async ({ orgId, server }) => (await orgServers.choose(orgId, server)) !== null,
    async ask(number, signal) {
      const server = await orgServers.choose(number.orgId, number.server);
      if (server === null) throw new Error('There is no server that says who answers.');
      const { id: phoneNumberId, orgId } = number;
      const answer = await callServer({
        orgId,
        server,
        signal,
        phoneNumberId,
        type: 'assistant-request',
        body: {
          message: {
            type: 'assistant-request',
            timestamp: Math.round(now()),
            call: { orgId, phoneNumberId, type: 'inboundPhoneCall', status: 'ringing' },
            phoneNumber: toPayload(number),
          },
        },
      });
      if (answer.status < 200 || answer.status >= 300)
        throw new Error(`The server that says who answers ${describeRefusal(answer.status)}.`);
      return readAnswer(answer.text);
    },
  };
}

/** The phone number as its organisation sees it, without its secrets. */
function toPayload({ id, name, number, provider }: PhoneNumber) {
  return { id, name: name ?? null, number: number ?? null, provider };
}

function readAnswer(text: string): CallTarget {
  const answer = readJsonText(text);
  if (!isFields(answer)) throw new Error('The server that says who answers sent no JSON object.');
  if (answer.error) throw new Error(`The call was refused: ${String(answer.error)}`);
  const { data, error } = answerSchema.safeParse(answer);
  if (data === undefined) {
    const [first] = fieldErrors(error.issues);
    throw new Error(
      `The answer of the server that says who answers does not fit: ${first?.path}: ${first?.message}`,
    );
  }
  const form = Object.fromEntries(
    [...CALL_ANSWERERS, ...OVERRIDES].flatMap((field) => given(data, field)),
  ) as CallTarget;
  if (CALL_ANSWERERS.some((field) => form[field] !== undefined)) return form;
  throw new Error('The server that says who answers named nobody.');
}

function given(answer: AssistantRequestAnswer, field: keyof AssistantRequestAnswer) {
  const value = answer[field];
  return value === undefined || value === null ? [] : [[field, value] as const];
}
