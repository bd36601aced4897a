// Written by `npm run tables`.
import { analyticsOperations } from './analytics.ts';
import { assistantOperations } from './assistant.ts';
import { callOperations } from './call.ts';
import { campaignOperations } from './campaign.ts';
import { chatOperations } from './chat.ts';
import { credentialOperations } from './credential.ts';
import { evalOperations, evalRunOperations } from './eval.ts';
import { fileOperations } from './file.ts';
import { knowledgeBaseOperations } from './knowledge-base.ts';
import { logOperations } from './log.ts';
import { orgOperations } from './org.ts';
import { personOperations } from './person.ts';
import { phoneNumberOperations } from './phone-number.ts';
import { providerOperations } from './provider.ts';
import { recordingOperations } from './recording.ts';
import { retentionOperations } from './retention.ts';
import { roomOperations } from './room.ts';
import { sessionOperations } from './session.ts';
import { squadOperations } from './squad.ts';
import { structuredOutputOperations } from './structured-output.ts';
import { supportOperations } from './support.ts';
import { templateOperations } from './template.ts';
import {
  testSuiteOperations,
  testSuiteRunOperations,
  testSuiteTestOperations,
} from './test-suite.ts';
import { tokenOperations } from './token.ts';
import { toolOperations } from './tool.ts';
import { voiceLibraryOperations } from './voice-library.ts';
import { webhookOperations } from './webhook.ts';
import { workflowOperations } from './workflow.ts';

/** Every operation of the REST API, by name. The server answers it, the client derives from it. */
export const operations: typeof analyticsOperations &
  typeof assistantOperations &
  typeof callOperations &
  typeof campaignOperations &
  typeof chatOperations &
  typeof credentialOperations &
  typeof evalOperations &
  typeof evalRunOperations &
  typeof fileOperations &
  typeof knowledgeBaseOperations &
  typeof logOperations &
  typeof orgOperations &
  typeof personOperations &
  typeof phoneNumberOperations &
  typeof recordingOperations &
  typeof retentionOperations &
  typeof roomOperations &
  typeof sessionOperations &
  typeof squadOperations &
  typeof structuredOutputOperations &
  typeof supportOperations &
  typeof templateOperations &
  typeof testSuiteOperations &
  typeof testSuiteRunOperations &
  typeof testSuiteTestOperations &
  typeof tokenOperations &
  typeof toolOperations &
  typeof voiceLibraryOperations &
  typeof webhookOperations &
  typeof workflowOperations &
  typeof providerOperations = {
  ...analyticsOperations,
  ...assistantOperations,
  ...callOperations,
  ...campaignOperations,
  ...chatOperations,
  ...credentialOperations,
  ...evalOperations,
  ...evalRunOperations,
  ...fileOperations,
  ...knowledgeBaseOperations,
  ...logOperations,
  ...orgOperations,
  ...personOperations,
  ...phoneNumberOperations,
  ...recordingOperations,
  ...retentionOperations,
  ...roomOperations,
  ...sessionOperations,
  ...squadOperations,
  ...structuredOutputOperations,
  ...supportOperations,
  ...templateOperations,
  ...testSuiteOperations,
  ...testSuiteRunOperations,
  ...testSuiteTestOperations,
  ...tokenOperations,
  ...toolOperations,
  ...voiceLibraryOperations,
  ...webhookOperations,
  ...workflowOperations,
  ...providerOperations,
};
