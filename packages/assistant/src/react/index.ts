export { useVapi, type VoiceCall } from './use-vapi.ts';
export { VapiProvider, type VapiProviderProps } from './vapi-provider.tsx';
export type { CallState, ConversationState, TranscriptEntry, VoiceState } from './voice-state.ts';
export type { LoadClient, VoiceClient, VoiceConfig } from './voice-store.ts';
