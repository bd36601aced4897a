/**
 * The assistant in a React page: {@link VapiProvider} around it, {@link useVapi} where the call is
 * shown or controlled.
 *
 * @module @kindling/assistant/react
 */
export type { ConversationState, TranscriptEntry } from './conversation-state.ts';
export { useVapi, type VoiceCall } from './use-vapi.ts';
export { VapiProvider, type VapiProviderProps } from './vapi-provider.tsx';
export type { LoadClient, VoiceClient, VoiceConfig } from './voice-client.ts';
export type { CallFailureKind } from './voice-errors.ts';
export type { VoiceNote } from './voice-note.ts';
export type { CallState, VoiceState } from './voice-state.ts';
export type { StartCallOptions } from './voice-store.ts';
export type { UnsentText } from './writing-state.ts';
