export {
  type AnalysisPlan,
  analysisPlanSchema,
  type CallAnalysis,
  type StructuredDataPlan,
  type SuccessRubric,
} from './entities/assistants/analysis-plan.ts';
export {
  type ArtifactPlan,
  type Assistant,
  type AssistantCreate,
  type AssistantOverrides,
  type AssistantUpdate,
  assistantCreateSchema,
  assistantOverridesSchema,
  assistantSchema,
  assistantUpdateSchema,
  type EndpointingRule,
  endpointingRuleSchema,
  type ModelSettings,
  type TranscriberSettings,
  type VoiceSettings,
} from './entities/assistants/assistant.ts';
export {
  type AssistantRequestAnswer,
  assistantRequestAnswerSchema,
} from './entities/assistants/assistant-request.ts';
export {
  type AssistantVersion,
  type AssistantVersionPage,
  type AssistantVersionQuery,
  assistantVersionSchema,
} from './entities/assistants/assistant-version.ts';
export {
  FILE_MAX_BYTES,
  type FileCreate,
  type FileListQuery,
  type FileStatus,
  type FileUpdate,
  fileSchema,
  type StoredFile,
} from './entities/assistants/file.ts';
export {
  HOOK_ACTIONS,
  HOOK_EVENTS,
  type HookActionForm,
  type HookEvent,
  type HookForm,
  hookSchema,
} from './entities/assistants/hook.ts';
export {
  type KnowledgeBase,
  type KnowledgeBaseAnswer,
  type KnowledgeBaseCreate,
  type KnowledgeBaseUpdate,
  knowledgeBaseAnswerSchema,
  knowledgeBaseCreateSchema,
  knowledgeBaseSchema,
  type SearchPlan,
} from './entities/assistants/knowledge-base.ts';
export {
  type AssistantDestination,
  type Squad,
  type SquadCreate,
  type SquadMember,
  type SquadUpdate,
  squadCreateSchema,
  squadSchema,
  type TransferMode,
  transferModeSchema,
} from './entities/assistants/squad.ts';
export {
  type OutputArtifact,
  type OutputCondition,
  type OwnOutput,
  ownOutputSchema,
  type SkippedOutput,
  type StructuredOutput,
  type StructuredOutputCreate,
  type StructuredOutputResult,
  type StructuredOutputUpdate,
  structuredOutputCreateSchema,
  structuredOutputSchema,
} from './entities/assistants/structured-output.ts';
export {
  type HandoffDestination,
  isOtherTool,
  jsonSchemaSchema,
  type OtherTool,
  objectSchemaSchema,
  type Tool,
  type ToolCreate,
  type ToolFunction,
  type ToolOf,
  type ToolType,
  type ToolUpdate,
  type TransferDestination,
  toolCreateSchema,
  toolSchema,
  transferDestinationSchema,
} from './entities/assistants/tool.ts';
export {
  type Condition,
  type ToolMessage,
  toolMessageSchema,
} from './entities/assistants/tool-message.ts';
export {
  type LibraryVoice,
  libraryVoiceSchema,
  VOICE_PROVIDERS,
  type VoiceListQuery,
  type VoiceProvider,
} from './entities/assistants/voice.ts';
export {
  type ConversationNode,
  type KnownWorkflow,
  type OtherNode,
  type ToolNode,
  type Workflow,
  type WorkflowCreate,
  type WorkflowEdge,
  type WorkflowGenerate,
  type WorkflowNode,
  type WorkflowOverrides,
  workflowCreateSchema,
  workflowSchema,
} from './entities/assistants/workflow.ts';
export {
  ANALYTICS_STEPS,
  type AnalyticsColumn,
  type AnalyticsGroup,
  type AnalyticsOperation,
  type AnalyticsQuery,
  type AnalyticsResult,
  type AnalyticsStep,
  analyticsAlias,
  analyticsResultSchema,
  type TimeRange,
} from './entities/calls/analytics.ts';
export {
  type AnyCallCreate,
  type Artifact,
  CALL_ANSWERERS,
  type Call,
  type CallCost,
  type CallCreate,
  type CallMessage,
  type CallMonitor,
  type CallStatus,
  type CallType,
  type CallUpdate,
  callCreateSchema,
  callSchema,
  callTypeSchema,
  END_REASONS,
  type EndReason,
  endReasonSchema,
  type TurnTiming,
  type WebCall,
  webCallSchema,
} from './entities/calls/call.ts';
export {
  CALL_EXPORT_COLUMNS,
  type CallExportColumn,
  type CallExportQuery,
  type CallListQuery,
  type CallMetadata,
  type CallPageQuery,
  callListQuerySchema,
  callMetadataSchema,
  callPageQuerySchema,
} from './entities/calls/call-query.ts';
export {
  CALL_RECORDING_PARTS,
  type CallRecordingPart,
  type RecordedArtifact,
} from './entities/calls/call-recording.ts';
export {
  CAMPAIGN_CUSTOMERS_MAX,
  type Campaign,
  type CampaignCall,
  type CampaignCallStatus,
  type CampaignCreate,
  type CampaignCustomer,
  type CampaignEndedReason,
  type CampaignListQuery,
  type CampaignPageQuery,
  type CampaignStatus,
  type CampaignUpdate,
  campaignSchema,
  type SchedulePlan,
} from './entities/calls/campaign.ts';
export {
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  type PhoneNumberCreate,
  type PhoneNumberPageQuery,
  type PhoneNumberUpdate,
  type PhoneProvider,
  phoneNumberSchema,
} from './entities/calls/phone-number.ts';
export {
  type RecordedTrack,
  type Recording,
  type RecordingListQuery,
  type RecordingStatus,
  recordingSchema,
} from './entities/calls/recording.ts';
export {
  type Chat,
  type ChatCreate,
  type ChatDelta,
  type ChatListQuery,
  type ChatResponseCreate,
  chatDeltaSchema,
  chatListQuerySchema,
  chatSchema,
  type WebChat,
  type WebChatCreate,
  webChatSchema,
} from './entities/chats/chat.ts';
export { CHAT_ANSWERERS } from './entities/chats/chat-answerer.ts';
export { type ChatCustomer, chatCustomerSchema } from './entities/chats/chat-customer.ts';
export {
  type ChatInput,
  type ChatMessage,
  chatMessageSchema,
} from './entities/chats/chat-message.ts';
export {
  type ChatResponse,
  type ChatResponseEvent,
  chatResponseEventSchema,
  chatResponseSchema,
  type ResponseMessage,
} from './entities/chats/chat-response.ts';
export {
  type Session,
  type SessionCreate,
  type SessionListQuery,
  type SessionStatus,
  type SessionUpdate,
  sessionListQuerySchema,
  sessionSchema,
} from './entities/chats/session.ts';
export { fitted, fittedAnswerers, takeWarnings } from './entities/fitted.ts';
export { modelProviderOf } from './entities/fitted-values.ts';
export { leafIssues } from './entities/leaf-issues.ts';
export { type NoticeAcceptance, noticeAcceptanceSchema } from './entities/notice-acceptance.ts';
export {
  CONNECTED_PROVIDERS,
  type ConnectedProvider,
  type Credential,
  type CredentialAction,
  type CredentialCreate,
  type CredentialUpdate,
  type CredentialWebhook,
  credentialCreateSchema,
  credentialSchema,
} from './entities/orgs/credential.ts';
export type { CredentialProvider, HmacPlan } from './entities/orgs/credential-providers.ts';
export {
  type CallLog,
  type Log,
  type LogDeleteQuery,
  type LogListQuery,
  logListQuerySchema,
  logSchema,
} from './entities/orgs/log.ts';
export {
  type AcceptedInvite,
  acceptedInviteSchema,
  type CreatedOrg,
  createdOrgSchema,
  type Invite,
  type InviteAccept,
  inviteAcceptSchema,
  inviteSchema,
  type Org,
  type OrgAuth,
  type OrgCreate,
  type OrgUpdate,
  orgAuthSchema,
  orgCreateSchema,
  orgSchema,
  orgUpdateSchema,
  type RoleUpdate,
  type User,
  userSchema,
} from './entities/orgs/org.ts';
export {
  type ErasureReport,
  erasureReportSchema,
  PERSON_RECORD_KINDS,
  type Person,
  type PersonExport,
  type PersonRecordKind,
  personExportSchema,
  personSchema,
} from './entities/orgs/person.ts';
export { type FoundVoice, type VoiceClone, WORKFLOW_PROVIDERS } from './entities/orgs/provider.ts';
export {
  type Retention,
  type RetentionUpdate,
  retentionSchema,
} from './entities/orgs/retention.ts';
export { ROLES, type Role } from './entities/orgs/role.ts';
export type { SupportTicketCreate } from './entities/orgs/support-ticket.ts';
export {
  type ApiToken,
  type TokenCreate,
  type TokenRestrictions,
  type TokenUpdate,
  tokenCreateSchema,
  tokenRestrictionsSchema,
  tokenSchema,
  tokenUpdateSchema,
} from './entities/orgs/token.ts';
export {
  type ListQuery,
  listQuerySchema,
  type Page,
  type PageQuery,
  pageMetadataSchema,
  pageOf,
  pageQuerySchema,
  type Stored,
  storedFields,
} from './entities/page.ts';
export {
  type BackoffPlan,
  DEFAULT_SERVER_MESSAGES,
  SERVER_MESSAGE_TYPES,
  type Server,
  serverSchema,
  UNSENT_SERVER_MESSAGES,
} from './entities/server.ts';
export {
  type Eval,
  type EvalAiPlan,
  type EvalContinuePlan,
  type EvalCreate,
  type EvalJudgeModel,
  type EvalJudgePlan,
  type EvalListQuery,
  type EvalMessage,
  type EvalToolCall,
  type EvalUpdate,
  evalCreateSchema,
  evalSchema,
} from './entities/test-suites/eval.ts';
export {
  type EvalResultMessage,
  type EvalRun,
  type EvalRunCreate,
  type EvalRunEndedReason,
  type EvalRunListQuery,
  type EvalRunResult,
  type EvalRunStatus,
  type EvalTarget,
  evalRunSchema,
} from './entities/test-suites/eval-run.ts';
export {
  type Scorer,
  type TargetPlan,
  TESTS_MAX,
  type TesterPlan,
  type TestSuite,
  type TestSuiteCreate,
  type TestSuiteTest,
  type TestSuiteTestCreate,
  type TestSuiteTestUpdate,
  type TestSuiteUpdate,
  testSuiteSchema,
  testSuiteTestSchema,
} from './entities/test-suites/test-suite.ts';
export {
  type ScorerResult,
  type TestAttempt,
  type TestResult,
  type TestRunStatus,
  type TestSuiteRun,
  type TestSuiteRunCreate,
  type TestSuiteRunUpdate,
  testSuiteRunSchema,
} from './entities/test-suites/test-suite-run.ts';
export { type Warning, warningSchema } from './entities/warning.ts';
export {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  errorBodySchema,
  type FieldError,
} from './errors.ts';
export {
  type Access,
  type AnswerOf,
  type BodyOf,
  type Example,
  type ExampleFile,
  exampleIds,
  exampleUniques,
  type Method,
  type Operation,
  type OperationName,
  type Operations,
  operations,
  type PersonalData,
  type QueryOf,
} from './operations/index.ts';
export { type SiteConfig, siteConfigSchema } from './site-config.ts';
