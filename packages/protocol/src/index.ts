export {
  type AnalysisPlan,
  analysisPlanSchema,
  type CallAnalysis,
  type StructuredDataPlan,
  type SuccessRubric,
} from './entities/analysis-plan.ts';
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
} from './entities/analytics.ts';
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
  type ModelSettings,
  type TranscriberSettings,
  type VoiceSettings,
} from './entities/assistant.ts';
export {
  type AssistantRequestAnswer,
  assistantRequestAnswerSchema,
} from './entities/assistant-request.ts';
export {
  type AssistantVersion,
  type AssistantVersionPage,
  type AssistantVersionQuery,
  assistantVersionSchema,
} from './entities/assistant-version.ts';
export {
  type AnyCallCreate,
  type Artifact,
  CALL_ANSWERERS,
  type Call,
  type CallCreate,
  type CallMessage,
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
} from './entities/call.ts';
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
} from './entities/call-query.ts';
export {
  CALL_RECORDING_PARTS,
  type CallRecordingPart,
  type RecordedArtifact,
} from './entities/call-recording.ts';
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
} from './entities/campaign.ts';
export {
  type Chat,
  type ChatCreate,
  type ChatDelta,
  type ChatListQuery,
  type ChatOverrides,
  type ChatResponseCreate,
  chatDeltaSchema,
  chatListQuerySchema,
  chatSchema,
  type WebChat,
  type WebChatCreate,
  webChatSchema,
} from './entities/chat.ts';
export { CHAT_ANSWERERS } from './entities/chat-answerer.ts';
export { type ChatCustomer, chatCustomerSchema } from './entities/chat-customer.ts';
export { type ChatInput, type ChatMessage, chatMessageSchema } from './entities/chat-message.ts';
export {
  type ChatResponse,
  type ChatResponseEvent,
  chatResponseEventSchema,
  chatResponseSchema,
  type ResponseMessage,
} from './entities/chat-response.ts';
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
} from './entities/credential.ts';
export type { CredentialProvider, HmacPlan } from './entities/credential-providers.ts';
export {
  FILE_MAX_BYTES,
  type FileCreate,
  type FileListQuery,
  type FileStatus,
  type FileUpdate,
  fileSchema,
  type StoredFile,
} from './entities/file.ts';
export {
  type KnowledgeBase,
  type KnowledgeBaseAnswer,
  type KnowledgeBaseCreate,
  type KnowledgeBaseUpdate,
  knowledgeBaseAnswerSchema,
  knowledgeBaseCreateSchema,
  knowledgeBaseSchema,
  type SearchPlan,
} from './entities/knowledge-base.ts';
export {
  type CallLog,
  type Log,
  type LogDeleteQuery,
  type LogListQuery,
  logListQuerySchema,
  logSchema,
} from './entities/log.ts';
export { type NoticeAcceptance, noticeAcceptanceSchema } from './entities/notice-acceptance.ts';
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
} from './entities/org.ts';
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
  type ErasureReport,
  erasureReportSchema,
  PERSON_RECORD_KINDS,
  type Person,
  type PersonExport,
  type PersonRecordKind,
  personExportSchema,
  personSchema,
} from './entities/person.ts';
export {
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  type PhoneNumberCreate,
  type PhoneNumberPageQuery,
  type PhoneNumberUpdate,
  type PhoneProvider,
  phoneNumberSchema,
} from './entities/phone-number.ts';
export { type FoundVoice, type VoiceClone, WORKFLOW_PROVIDERS } from './entities/provider.ts';
export {
  type RecordedTrack,
  type Recording,
  type RecordingListQuery,
  type RecordingStatus,
  recordingSchema,
} from './entities/recording.ts';
export {
  type Retention,
  type RetentionUpdate,
  retentionSchema,
} from './entities/retention.ts';
export {
  type BackoffPlan,
  DEFAULT_SERVER_MESSAGES,
  type Server,
  serverSchema,
} from './entities/server.ts';
export {
  type Session,
  type SessionCreate,
  type SessionListQuery,
  type SessionStatus,
  type SessionUpdate,
  sessionListQuerySchema,
  sessionSchema,
} from './entities/session.ts';
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
} from './entities/squad.ts';
export type { SupportTicketCreate } from './entities/support-ticket.ts';
export {
  type Template,
  type TemplateCreate,
  type TemplateListQuery,
  templateSchema,
} from './entities/template.ts';
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
} from './entities/test-suite.ts';
export {
  type ScorerResult,
  type TestAttempt,
  type TestResult,
  type TestRunStatus,
  type TestSuiteRun,
  type TestSuiteRunCreate,
  type TestSuiteRunUpdate,
  testSuiteRunSchema,
} from './entities/test-suite-run.ts';
export {
  type ApiToken,
  type TokenCreate,
  type TokenRestrictions,
  type TokenUpdate,
  tokenCreateSchema,
  tokenRestrictionsSchema,
  tokenSchema,
  tokenUpdateSchema,
} from './entities/token.ts';
export {
  type Tool,
  type ToolCreate,
  type ToolFunction,
  type ToolOf,
  type ToolType,
  type ToolUpdate,
  type TransferDestination,
  toolCreateSchema,
  toolSchema,
} from './entities/tool.ts';
export { type Condition, type ToolMessage, toolMessageSchema } from './entities/tool-message.ts';
export {
  type LibraryVoice,
  libraryVoiceSchema,
  VOICE_PROVIDERS,
  type VoiceListQuery,
  type VoiceProvider,
} from './entities/voice.ts';
export {
  type ConversationNode,
  type ToolNode,
  type Workflow,
  type WorkflowCreate,
  type WorkflowEdge,
  type WorkflowGenerate,
  type WorkflowNode,
  type WorkflowOverrides,
  workflowCreateSchema,
  workflowSchema,
} from './entities/workflow.ts';
export {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  errorBodySchema,
  type FieldError,
} from './errors.ts';
export {
  type Access,
  type Method,
  type Operation,
  type OperationName,
  type Operations,
  operations,
  ROLES,
  type Role,
} from './operations/index.ts';
export { type SiteConfig, siteConfigSchema } from './site-config.ts';
