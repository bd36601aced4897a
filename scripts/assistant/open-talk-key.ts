import type { ApiClient } from '@kindling/api-client';
import type { ApiToken, Assistant } from '@kindling/protocol';

const NAME_MAX = 40;

const keyName = ({ name, id }: Assistant) => `Talk page: ${name ?? id}`.slice(0, NAME_MAX);

/**
 * The public key of the assistant's page, made when there is none: for this assistant alone, on pages of the
 * server's own origin. The same one every time, so that an address that was passed on stays good.
 */
export async function openTalkKey(client: ApiClient, assistant: Assistant): Promise<string> {
  const known = await findTalkKey(client, assistant);
  if (known !== undefined) return known.value;
  const made = await client.token.create({
    tag: 'public',
    name: keyName(assistant),
    restrictions: { allowedAssistantIds: [assistant.id], allowedOrigins: [] },
  });
  return made.value;
}

/** The key that `openTalkKey` made, if it still opens something. */
export async function findTalkKey(
  client: ApiClient,
  assistant: Assistant,
): Promise<ApiToken | undefined> {
  const keys = await client.token.list({ limit: 1_000 });
  return keys.find(
    ({ tag, name, restrictions, expiresAt }) =>
      tag === 'public' &&
      name === keyName(assistant) &&
      restrictions.enabled !== false &&
      expiresAt === null &&
      restrictions.allowedAssistantIds?.length === 1 &&
      restrictions.allowedAssistantIds[0] === assistant.id,
  );
}
