import type { CredentialProvider } from '@kindling/protocol';

/**
 * Hosted models that speak the OpenAI chat-completions protocol, as their providers document it. An
 * organisation's key goes to its provider's own address and to no other.
 */
export const HOSTED_ENDPOINTS: Partial<Record<CredentialProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  'together-ai': 'https://api.together.xyz/v1',
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  'deep-seek': 'https://api.deepseek.com/v1',
  'perplexity-ai': 'https://api.perplexity.ai',
  mistral: 'https://api.mistral.ai/v1',
  xai: 'https://api.x.ai/v1',
  cerebras: 'https://api.cerebras.ai/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
};

/** Models by a credential of the organisation: those above, and two that are asked in another way. */
export function isModelProvider(provider: string): provider is CredentialProvider {
  return Object.hasOwn(HOSTED_ENDPOINTS, provider) || OTHER_MODELS.has(provider);
}

const OTHER_MODELS: ReadonlySet<string> = new Set(['anthropic', 'azure-openai']);

export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Where a credential's models are: at its provider's, or where the credential says. */
export function modelAddress(
  provider: CredentialProvider,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const { apiUrl, openAIEndpoint } = fields;
  if (provider === 'azure-openai') return String(openAIEndpoint);
  if (typeof apiUrl === 'string') return apiUrl;
  return provider === 'anthropic' ? ANTHROPIC_URL : HOSTED_ENDPOINTS[provider];
}
