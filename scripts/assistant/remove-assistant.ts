import { type ApiClient, isApiError } from '@kindling/api-client';
import { CommandError } from './command-error.ts';
import { findOwn } from './find-own.ts';
import { findTalkKey } from './open-talk-key.ts';

/** Deletes the assistant of this name, its files, and the key that opens its page. Answers what to print. */
export async function removeAssistant(client: ApiClient, name: string): Promise<string> {
  const assistant = await findOwn(client, name);
  if (assistant === null) throw new CommandError(`There is no assistant “${name}” to remove.`);
  const key = await findTalkKey(client, assistant);
  // First, for an assistant that a key names cannot be deleted.
  if (key !== undefined) await client.token.delete(key.id);
  await client.assistant.delete(assistant.id);
  const base = assistant.model?.knowledgeBase;
  const fileIds = base?.provider === 'kindling' ? base.fileIds : [];
  for (const id of fileIds) await client.file.delete(id).catch(keepWhatIsUsed);
  return `
  ${assistant.name} is gone, with its files, and its address opens nothing any more. Its past calls stay.
`;
}

function keepWhatIsUsed(error: unknown): void {
  if (!isApiError(error) || (error.status !== 404 && error.status !== 409)) throw error;
}
