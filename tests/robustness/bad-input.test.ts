import { randomUUID } from 'node:crypto';
import { type ErrorBody, errorBodySchema, type SiteConfig, type WebCall } from '@kindling/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callKindling } from '../support/calls/caller.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { privateToken } from '../support/server/stored-calls.ts';

let kindling: RunningKindling;
let config: SiteConfig;
/** Readiness that was asked for while the engines loaded. */
let failedBefore: string[];
beforeAll(async () => {
  kindling = await startKindling();
  failedBefore = await readFailed();
  config = (await (await fetch(`${kindling.url}/site-config.json`)).json()) as SiteConfig;
});
afterAll(async () => {
  await kindling?.stop();
});

/** How many requests the server answered with its own failure, by its own count. */
async function readFailed(): Promise<string[]> {
  const metrics = await (await fetch(`${kindling.url}/metrics`)).text();
  return metrics.split('\n').filter((line) => /_count\{.*status="5\d\d"/.test(line));
}

interface Attempt {
  readonly method?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly origin?: string | null;
  readonly type?: string;
  readonly body?: string;
}

async function send(attempt: Attempt): Promise<Response> {
  const key = attempt.key === undefined ? config.voice.publicKey : attempt.key;
  const origin = attempt.origin === undefined ? kindling.url : attempt.origin;
  return fetch(new URL(attempt.path, kindling.url), {
    method: attempt.method ?? 'POST',
    headers: {
      'content-type': attempt.type ?? 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(origin === null ? {} : { origin }),
    },
    ...(attempt.body === undefined ? {} : { body: attempt.body }),
  });
}

async function webCall(): Promise<WebCall> {
  const answer = await send({
    path: '/call/web',
    body: JSON.stringify({ assistantId: config.voice.assistantId }),
  });
  return (await answer.json()) as WebCall;
}

/** Each refusal: 4xx, the one error shape, a code and a sentence. */
async function refused(attempt: Attempt): Promise<ErrorBody> {
  const answer = await send(attempt);
  const text = await answer.text();
  expect(answer.status, text).toBeGreaterThanOrEqual(400);
  expect(answer.status, text).toBeLessThan(500);
  const body = errorBodySchema.parse(JSON.parse(text));
  expect(body.statusCode).toBe(answer.status);
  expect(body.message).toMatch(/\w+ \w+/);
  return body;
}

const call = (fields: Record<string, unknown>) => JSON.stringify(fields);

it.each<[string, () => Attempt, string]>([
  ['broken JSON', () => ({ path: '/call/web', body: '{"assistantId":' }), 'invalid_json'],
  ['no body', () => ({ path: '/call/web' }), 'invalid_json'],
  ['an array', () => ({ path: '/call/web', body: '[]' }), 'bad_request'],
  ['no assistant', () => ({ path: '/call/web', body: '{}' }), 'bad_request'],
  [
    'an id that is none',
    () => ({ path: '/call/web', body: call({ assistantId: 'x' }) }),
    'bad_request',
  ],
  [
    'an unknown assistant',
    () => ({
      path: '/call/web',
      key: privateToken(kindling.dataFolder),
      body: call({ assistantId: randomUUID() }),
    }),
    'not_found',
  ],
  [
    'an over-long name',
    () => ({
      path: '/call/web',
      body: call({ assistantId: config.voice.assistantId, name: 'n'.repeat(41) }),
    }),
    'bad_request',
  ],
  [
    'an over-long body',
    () => ({
      path: '/call/web',
      body: call({ assistantId: config.voice.assistantId, metadata: { a: 'x'.repeat(3 << 20) } }),
    }),
    'body_too_large',
  ],
  [
    'a form',
    () => ({ path: '/call/web', type: 'text/plain', body: 'assistantId=1' }),
    'unsupported_media_type',
  ],
  ['no key', () => ({ path: '/call/web', key: null, body: '{}' }), 'unauthenticated'],
  [
    'a wrong key',
    () => ({ path: '/call/web', key: 'kd_pub_wrong', body: '{}' }),
    'unauthenticated',
  ],
  [
    'a foreign origin',
    () => ({
      path: '/call/web',
      origin: 'https://elsewhere.example',
      body: call({ assistantId: config.voice.assistantId }),
    }),
    'origin_not_allowed',
  ],
  ['a public key that lists', () => ({ method: 'GET', path: '/call' }), 'forbidden'],
  [
    'a call id that is none',
    () => ({ method: 'GET', path: '/call/nothing', key: privateToken(kindling.dataFolder) }),
    'bad_request',
  ],
  [
    'an unknown call',
    () => ({
      method: 'GET',
      path: `/call/${randomUUID()}`,
      key: privateToken(kindling.dataFolder),
    }),
    'not_found',
  ],
  [
    'a limit out of range',
    () => ({ method: 'GET', path: '/call?limit=1001', key: privateToken(kindling.dataFolder) }),
    'bad_request',
  ],
  ['a wrong method', () => ({ method: 'PUT', path: '/call/web' }), 'method_not_allowed'],
  [
    'an unknown room',
    () => ({ path: '/room/nowhere', body: call({ sdp: 'v=0' }) }),
    'room_not_found',
  ],
])('%s is refused by name', async (_name, attempt, code) => {
  expect((await refused(attempt())).code).toBe(code);
});

it('names the field that does not fit', async () => {
  const body = await refused({
    path: '/call/web',
    body: call({ assistantId: config.voice.assistantId, customer: { number: 'long' } }),
  });
  expect(body.fields?.map((field) => field.path)).toContain('customer.number');
});

const header = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n';
it.each([
  ['empty', ''],
  ['not SDP', 'hello'],
  ['a header alone', header],
  [
    'no fingerprint',
    `${header}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=rtpmap:111 opus/48000/2\r\n`,
  ],
  ['binary', '\u0000\u0001\uffff'.repeat(50)],
  ['a thousand media lines', header + 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'.repeat(1000)],
  ['too long', `${header}${'a=x\r\n'.repeat(30_000)}`],
])('malformed SDP (%s) is refused', async (_name, sdp) => {
  const { webCallUrl } = await webCall();
  const body = await refused({ path: webCallUrl, key: null, body: JSON.stringify({ sdp }) });
  expect(['invalid_sdp', 'bad_request', 'body_too_large']).toContain(body.code);
});

it('over-long user data and names are refused', async () => {
  const { webCallUrl } = await webCall();
  const name = await refused({
    path: webCallUrl,
    body: call({ sdp: header, userName: 'n'.repeat(201) }),
  });
  expect(name.fields?.map((field) => field.path)).toContain('userName');
  const data = await refused({
    path: webCallUrl,
    body: call({ sdp: header, userData: 'x'.repeat(5_000) }),
  });
  expect(data.fields?.map((field) => field.path)).toContain('userData');
});

it('bad app messages are answered with an error, and the call goes on', async () => {
  const caller = await callKindling(kindling.url);
  for (const bad of [
    '{',
    '{"type":"sing"}',
    '{"type":"say"}',
    7,
    null,
    { type: 'say', message: '' },
  ])
    caller.send(bad);
  caller.send(
    JSON.stringify({
      type: 'add-message',
      message: { role: 'user', content: 'What is Kindling?' },
    }),
  );
  await expect
    .poll(() => caller.messages.filter((message) => message.type === 'error').length, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0);
  await expect
    .poll(() => caller.messages.some((one) => one.type === 'transcript' && one.role === 'user'), {
      timeout: 20_000,
    })
    .toBe(true);
  await caller.hangUp();
});

it('the process is unharmed', async () => {
  expect((await fetch(`${kindling.url}/readyz`)).status).toBe(200);
  const caller = await callKindling(kindling.url);
  await caller.hangUp();
  expect(await readFailed()).toEqual(failedBefore);
});
