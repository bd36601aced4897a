import type { PhoneNumber, TestSuite } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import type { AssistantRequest } from '../assistants/runtime/assistant-request.ts';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type { PhoneNumberStore } from '../phone-numbers/phone-number-store.ts';

const ANSWERING = ['assistantId', 'squadId', 'workflowId'] as const;
type Answering = { readonly [field in (typeof ANSWERING)[number]]?: string | null | undefined };

type Suite = Pick<TestSuite, 'orgId' | 'targetPlan' | 'phoneNumberId'>;

/** Who is tested, or the number whose server says so at each call. */
export type Target = { readonly form: CallTarget } | { readonly number: PhoneNumber };

export interface FindTargetOptions {
  readonly phoneNumbers: Pick<PhoneNumberStore, 'get'>;
  readonly assistantRequest: Pick<AssistantRequest, 'hasServer'>;
}

/**
 * Whom a suite tests: the target it names, or the one that answers its phone number, without a
 * telephone.
 *
 * @throws `not_configured` for a number that is not the organisation's, `bad_request` without a target
 */
export async function findTarget(
  { orgId, targetPlan, phoneNumberId }: Suite,
  { phoneNumbers, assistantRequest }: FindTargetOptions,
): Promise<Target> {
  const overrides = targetPlan?.assistantOverrides ?? undefined;
  const withOverrides = (form: CallTarget): Target => ({
    form: overrides === undefined ? form : { ...form, assistantOverrides: overrides },
  });
  const named = answererOf(targetPlan ?? {}, 'targetPlan.');
  if (named !== null) return withOverrides(named);
  if (targetPlan?.phoneNumber) throw noTelephony('targetPlan.phoneNumber');
  const [path, id] = targetPlan?.phoneNumberId
    ? (['targetPlan.phoneNumberId', targetPlan.phoneNumberId] as const)
    : (['phoneNumberId', phoneNumberId ?? null] as const);
  if (id === null)
    throw badField('targetPlan.assistantId', 'the suite names no assistant to test.');
  const number = await phoneNumbers.get(orgId, id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw badField(path, 'there is no phone number with this id in your organisation.');
  });
  const answering = answererOf(number, `${path}: `);
  if (answering !== null) return withOverrides(answering);
  if (await assistantRequest.hasServer(number)) return { number };
  throw badField(
    path,
    'nobody answers this number: give it an assistant, a squad or a workflow, or a server that is asked.',
  );
}

function answererOf(from: Answering, path: string): CallTarget | null {
  const [first, second] = ANSWERING.filter((field) => from[field]);
  if (first === undefined) return null;
  if (second !== undefined)
    throw badField(`${path}${second}`, `give either ${first} or ${second}, not both.`);
  return { [first]: from[first] };
}

function noTelephony(path: string): ApiError {
  const message =
    'No telephony is configured: this server cannot call a phone number. Test an assistant with targetPlan.assistantId.';
  return new ApiError('not_configured', message, { fields: [{ path, message }] });
}
