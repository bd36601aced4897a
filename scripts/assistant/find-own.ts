import type { ApiClient } from '@kindling/api-client';
import type { Assistant } from '@kindling/protocol';
import { CommandError } from './command-error.ts';

/** How the command knows its own assistants again: their `metadata.madeBy`. */
export const MADE_BY = 'npm run assistant';

/** The assistant of this name that the command made, or null. Throws when an assistant made otherwise has this name. */
export async function findOwn(client: ApiClient, name: string): Promise<Assistant | null> {
  let other: Assistant | null = null;
  for await (const one of client.all('assistant.page', { query: { limit: 100 } })) {
    if (one.name?.trim().toLowerCase() !== name.toLowerCase()) continue;
    if (one.metadata?.madeBy === MADE_BY) return one;
    other = one;
  }
  if (other === null) return null;
  throw new CommandError(
    `There is an assistant “${other.name}” already (${other.id}), which this command did not make and will not change. Choose another --name.`,
  );
}
