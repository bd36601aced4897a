import type { SiteConfig } from '@kindling/protocol';
import OpenAI, { APIError } from 'openai';
import { beforeAll, expect, it } from 'vitest';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { privateToken } from '../support/server/stored-calls.ts';

/** OpenAI's published client, unmodified, against the responses surface of chats. */

const kindling = sharedKindling();
let client: OpenAI;
let assistantId: string;

beforeAll(async () => {
  const apiKey = privateToken(kindling.dataFolder);
  client = new OpenAI({ apiKey, baseURL: `${kindling.url}/chat`, maxRetries: 0 });
  const answer = await fetch(`${kindling.url}/site-config.json`);
  ({ assistantId } = ((await answer.json()) as SiteConfig).voice);
});
/** What the library has no type for goes into the body beside the rest. */
const ofAssistant = (form: OpenAI.Responses.ResponseCreateParamsNonStreaming) =>
  ({ assistantId, ...form }) as OpenAI.Responses.ResponseCreateParamsNonStreaming;

it('reads an answer and goes on from it', async () => {
  const first = await client.responses.create(
    ofAssistant({ model: 'any', input: 'What is Kindling?' }),
  );
  expect(first.output_text).toContain('Kindling');
  const second = await client.responses.create(
    ofAssistant({
      model: 'any',
      previous_response_id: first.id,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'What does it cost?' }] }],
    }),
  );
  expect(second.previous_response_id).toBe(first.id);
  expect(second.output_text.length).toBeGreaterThan(10);
});

it('reads an answer as it is written', async () => {
  const form = ofAssistant({ model: 'any', input: 'What is Kindling?' });
  const events = client.responses.stream(form as never);
  let written = '';
  events.on('response.output_text.delta', ({ delta }) => {
    written += delta;
  });
  const { output_text: whole } = await events.finalResponse();
  expect(written).toBe(whole);
  expect(whole).toContain('Kindling');
});

it('sees why it was refused', async () => {
  const reason = async (form: object, key?: string) => {
    const asking = key === undefined ? client : client.withOptions({ apiKey: key });
    const error = await asking.responses.create(form as never).then(
      () => expect.fail('it was carried out'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof APIError)) throw error;
    return error;
  };
  const unnamed = await reason({ model: 'any', input: 'Hello' });
  expect(unnamed).toMatchObject({ status: 400, code: 'bad_request', param: 'assistantId' });
  expect(unnamed.message).toContain('Name who answers');
  expect(await reason({ assistantId, model: 'any', input: 7 })).toMatchObject({ param: 'input' });
  const missing = await reason({ assistantId: '00000000-0000-4000-8000-000000000000', input: 'x' });
  expect(missing.message).toMatch(/^404 \S/);
  const stranger = await reason({ assistantId, input: 'x' }, 'kd_prv_wrong');
  expect([stranger.status, stranger.code]).toEqual([401, 'unauthenticated']);
  expect(stranger.message).not.toContain('no body');
});
