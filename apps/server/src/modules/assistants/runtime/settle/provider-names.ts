/** Names that people write for a provider, and the one it is known by here. */
const ALIASES: Readonly<Record<string, string>> = {
  elevenlabs: '11labs',
  'eleven-labs': '11labs',
  'play.ht': 'playht',
  'play-ht': 'playht',
  rime: 'rime-ai',
  smallest: 'smallest-ai',
  assemblyai: 'assembly-ai',
  together: 'together-ai',
  togetherai: 'together-ai',
  perplexity: 'perplexity-ai',
  deepseek: 'deep-seek',
  gemini: 'google',
  'azure-open-ai': 'azure-openai',
  'open-router': 'openrouter',
};

/** Misspelt and older names are those of today. */
export function providerName(written: string): string {
  const plain = written.trim().toLowerCase();
  return ALIASES[plain] ?? plain;
}
