import { ApiClient, isApiError, type UploadProgress } from '@kindling/api-client';

/** What a page of another origin can do with the client. */
export async function useClientInPage(baseUrl: string, token: string) {
  const client = new ApiClient({ token, baseUrl, retries: 0 });
  const { id, updatedAt } = await client.assistant.create({ name: 'Ada' });
  const changed = await client.assistant.update(id, { name: 'Bea' }, { ifUpdatedAt: updatedAt });
  const refused = await client.assistant
    .update(id, { name: 'Cy' }, { ifUpdatedAt: updatedAt })
    .catch((error: unknown) => (isApiError(error) ? error : null));
  const ids: string[] = [];
  for await (const one of client.all('assistant.page', { query: { limit: 1 } })) ids.push(one.id);
  const words: string[] = [];
  const chat = { body: { assistantId: id, input: 'When can we visit?' } };
  for await (const { data } of client.stream('chat.create', chat)) words.push(data.delta);
  const form = new FormData();
  form.append('file', new File(['x'.repeat(300_000)], 'fees.txt'));
  const progress: UploadProgress[] = [];
  const file = await client.upload(form, { onProgress: (event) => progress.push(event) });
  const aborted = await client.call
    .list({}, { signal: AbortSignal.abort() })
    .catch((error: unknown) => (isApiError(error) ? error.code : null));
  return {
    name: changed.name,
    refused: { code: refused?.code, requestId: refused?.requestId },
    assistants: ids.length,
    words: words.join(''),
    file: file.originalName,
    sent: progress.at(-1),
    aborted,
  };
}

Object.assign(globalThis, { useClientInPage });
