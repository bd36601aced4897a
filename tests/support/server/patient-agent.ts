import { ApiClient } from '@kindling/api-client';
import type { SharedKindling } from './shared-kindling.ts';
import { privateToken } from './stored-calls.ts';

/** The site's agent waits ten minutes for a word, so that a quiet call lasts as long as a test looks at it. */
export async function letSilenceLast({ url, dataFolder }: SharedKindling): Promise<void> {
  const client = new ApiClient({ token: privateToken(dataFolder), baseUrl: url });
  for (const { id } of await client.assistant.list({})) {
    await client.assistant.update(id, { silenceTimeoutSeconds: 600, messagePlan: null });
  }
}
