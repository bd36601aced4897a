import { ApiClient, isApiError } from '@kindling/api-client';

/** The examples of the package's README, line by line: type-checked here, run by the test beside. */
export async function runReadmeExamples(
  privateKey: string,
  baseUrl: string,
  { log }: Pick<Console, 'log'>,
): Promise<void> {
  const console = { log };

  const client = new ApiClient({ token: privateKey, baseUrl });
  const assistant = await client.assistant.create({ name: 'Ada', firstMessage: 'Hello!' });
  await client.assistant.update(assistant.id, { firstMessage: 'Good day!' });

  for await (const call of client.all('call.page', { query: { assistantId: assistant.id } })) {
    console.log(call.id, call.endedReason);
  }

  const chat = { body: { assistantId: assistant.id, input: 'When can we visit?' } };
  for await (const { data } of client.stream('chat.create', chat)) {
    console.log(data.delta);
  }

  const form = new FormData();
  form.append('file', new File(['A year costs 4,000 dollars.'], 'fees.txt'));
  const file = await client.upload(form, {
    onProgress: ({ sentBytes, totalBytes }) => console.log(sentBytes / totalBytes),
  });
  console.log(file.status);

  try {
    await client.assistant.update(
      assistant.id,
      { name: 'Bea' },
      { ifUpdatedAt: assistant.updatedAt, signal: AbortSignal.timeout(5_000) },
    );
  } catch (error) {
    if (!isApiError(error)) throw error;
    console.log(error.code, error.status, error.requestId, error.fields);
  }
}
