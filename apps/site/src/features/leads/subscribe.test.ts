import { describe, expect, it } from 'vitest';
import { subscribe } from './subscribe.ts';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

function server(status: number, answer?: unknown) {
  const sent: Sent[] = [];
  const send: typeof fetch = async (url, init) => {
    sent.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    });
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status });
  };
  return { send, sent };
}

const origin = 'https://kindling.example';
const own = { url: '', anonKey: 'public-key' };
const person = { email: 'ada@school.example', website: '' };

describe('subscribe', () => {
  it('inserts one row with the source of the footer, as the public role', async () => {
    const { send, sent } = server(201);
    await subscribe(person, { leads: own, origin, send });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe('https://kindling.example/rest/v1/subscriptions');
    expect(sent[0]?.body).toEqual({ email: person.email, source: 'footer_contact_form' });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      apikey: 'public-key',
      authorization: 'Bearer public-key',
      'content-type': 'application/json',
      prefer: 'return=minimal',
    });
  });

  it.each([
    ['https://project.backend.example', 'https://project.backend.example/rest/v1/subscriptions'],
    ['https://project.backend.example/', 'https://project.backend.example/rest/v1/subscriptions'],
    ['/leads', 'https://kindling.example/leads/rest/v1/subscriptions'],
  ])('writes to the backend of the configuration: %s', async (url, expected) => {
    const { send, sent } = server(201);
    await subscribe(person, { leads: { ...own, url }, origin, send });
    expect(sent[0]?.url).toBe(expected);
  });

  it('tells its own server, and no other, what filled the hidden field', async () => {
    const { send, sent } = server(201);
    const robot = { ...person, website: 'https://spam.example' };
    await subscribe(robot, { leads: own, origin, send });
    await subscribe(robot, { leads: { ...own, url: 'https://other.example' }, origin, send });
    expect(sent.map(({ headers }) => headers.get('x-kindling-website'))).toEqual([
      'https://spam.example',
      null,
    ]);
  });

  it.each([200, 204, 401, 404, 409, 500])('takes %i for a failure', async (status) => {
    const { send } = server(status);
    await expect(subscribe(person, { leads: own, origin, send })).rejects.toThrow(`${status}`);
  });

  it('takes an address that is there already for stored', async () => {
    const { send } = server(409, {
      code: '23505',
      details: null,
      hint: null,
      message: 'duplicate',
    });
    await expect(subscribe(person, { leads: own, origin, send })).resolves.toBeUndefined();
  });

  it('takes another conflict for a failure', async () => {
    const { send } = server(409, { code: '23503', message: 'foreign key' });
    await expect(subscribe(person, { leads: own, origin, send })).rejects.toThrow('409');
  });
});
