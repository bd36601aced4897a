import type { ActiveAssistant } from '@kindling/conversation';
import type { AssistantOverrides, TestSuite } from '@kindling/protocol';
import type { AssistantRequest } from '../assistants/runtime/assistant-request.ts';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import { mergeOverrides } from '../assistants/runtime/resolve-assistant.ts';
import type { PhoneNumberStore } from '../phone-numbers/phone-number-store.ts';
import { findTarget } from './find-target.ts';
import type { OpenSubject, Subject } from './subject.ts';

export interface Participants {
  readonly subject: Subject;
  /** Null: the script is said as it stands. */
  readonly player: ActiveAssistant | null;
}

export type FindParticipants = (order: {
  readonly suite: TestSuite;
  readonly script: string;
  readonly isSpoken: boolean;
  readonly signal: AbortSignal;
}) => Promise<Participants>;

/**
 * Who is tested and who plays the caller.
 *
 * @throws when the suite names nobody that can be
 */
export function createFindParticipants(options: {
  readonly phoneNumbers: Pick<PhoneNumberStore, 'get'>;
  readonly assistantRequest: AssistantRequest;
  readonly openSubject: OpenSubject;
}): FindParticipants {
  const { assistantRequest, openSubject } = options;

  async function openPlayer({ orgId, testerPlan }: TestSuite, script: string) {
    const { assistantId, assistant } = testerPlan ?? {};
    if (!assistantId && !assistant) return null;
    const assistantOverrides = withScript(testerPlan?.assistantOverrides ?? {}, script);
    const { first } = await openSubject({
      orgId,
      isSpoken: false,
      form: {
        ...(assistantId ? { assistantId } : { assistant: assistant ?? {} }),
        assistantOverrides,
      },
    });
    return canPlay(first) ? first : null;
  }

  async function formOf(suite: TestSuite, signal: AbortSignal): Promise<CallTarget> {
    const target = await findTarget(suite, options);
    if ('form' in target) return target.form;
    const form = await assistantRequest.ask(target.number, signal);
    return withOverrides(form, suite.targetPlan?.assistantOverrides ?? {});
  }

  return async ({ suite, script, isSpoken, signal }) => {
    const form = await formOf(suite, signal);
    const subject = await openSubject({ orgId: suite.orgId, form, isSpoken });
    return { subject, player: await openPlayer(suite, script) };
  };
}

/** The local guide answers questions; it cannot play a caller who asks them. */
const canPlay = ({ model }: ActiveAssistant) => model.provider !== 'kindling';

/** The suite's own limit goes last and overrides the assistant's. */
function withOverrides(form: CallTarget, overrides: AssistantOverrides): CallTarget {
  const { assistantOverrides = {}, workflowOverrides = {} } = form;
  const variableValues = { ...values(workflowOverrides), ...overrides.variableValues };
  return {
    ...form,
    assistantOverrides: mergeOverrides(assistantOverrides, overrides),
    workflowOverrides: { ...workflowOverrides, variableValues },
  };
}

const values = ({ variableValues }: Readonly<Record<string, unknown>>) =>
  typeof variableValues === 'object' ? variableValues : {};

const withScript = (overrides: AssistantOverrides, script: string): AssistantOverrides => ({
  ...overrides,
  variableValues: { ...overrides.variableValues, 'test.script': script },
});
