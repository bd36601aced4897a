import type { PlatformContext } from '../../platform/platform-context.ts';
import { createAssistantStore } from '../assistants/assistant-store.ts';
import type { AssistantRequest } from '../assistants/runtime/assistant-request.ts';
import type { ModelFactories } from '../assistants/runtime/engines.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import { createPhoneNumberStore } from '../phone-numbers/phone-number-store.ts';
import { createSquadStore } from '../squads/squad-store.ts';
import { createWorkflowStore } from '../workflows/workflow-store.ts';
import { type TestSuiteHandlers, testSuiteHandlers } from './handlers.ts';
import { createJudge } from './judge/judge.ts';
import { createOpenSubject } from './open-subject.ts';
import type { RunTestOptions } from './run-test.ts';

export interface TestSuitesContext
  extends Pick<PlatformContext, 'config' | 'db' | 'clock' | 'jobs' | 'vault'>,
    Pick<RunTestOptions, 'speech' | 'createConversation'> {
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly resolveCallTarget: ResolveCallTarget;
  readonly assistantRequest: AssistantRequest;
}

export function registerTestSuites(context: TestSuitesContext): TestSuiteHandlers {
  const { config, db, clock, jobs, vault, models } = context;
  return testSuiteHandlers({
    db,
    clock,
    jobs,
    speech: context.speech,
    createConversation: context.createConversation,
    openSubject: createOpenSubject(context.resolveCallTarget),
    assistantRequest: context.assistantRequest,
    judge: createJudge(config.llm, models),
    assistants: createAssistantStore(db),
    squads: createSquadStore(db),
    workflows: createWorkflowStore(db),
    phoneNumbers: createPhoneNumberStore(db, vault),
  });
}
