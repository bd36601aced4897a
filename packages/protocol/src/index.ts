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
  type Artifact,
  type Call,
  type CallCreate,
  type CallListQuery,
  type CallMessage,
  type CallStatus,
  callCreateSchema,
  callListQuerySchema,
  callSchema,
  END_REASONS,
  type EndReason,
  endReasonSchema,
  type ListQuery,
  listQuerySchema,
  type TurnTiming,
  type WebCall,
  webCallSchema,
} from './entities/call.ts';
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
} from './operations/index.ts';
export { type SiteConfig, siteConfigSchema } from './site-config.ts';
