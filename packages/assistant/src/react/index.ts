export { useVapi, type VoiceCall } from './use-vapi.ts';
export { VapiProvider, type VapiProviderProps } from './vapi-provider.tsx';
export type { LoadClient, VoiceClient, VoiceConfig } from './voice-client.ts';
export type { VoiceNote } from './voice-note.ts';
export type { CallState, ConversationState, TranscriptEntry, VoiceState } from './voice-state.ts';
export type { StartCallOptions } from './voice-store.ts';
