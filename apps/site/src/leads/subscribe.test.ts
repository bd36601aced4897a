import { describe, expect, it } from 'vitest';
import { subscribe } from './subscribe.ts';

function server(status: number) {
  const bodies: unknown[] = [];
  const send: typeof fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response(null, { status });
  };
  return { send, bodies };
}

describe('subscribe', () => {
  it('sends one row with the source of the footer', async () => {
    const { send, bodies } = server(201);
    await subscribe('ada@school.example', send);
    expect(bodies).toEqual([{ email: 'ada@school.example', source: 'footer_contact_form' }]);
  });

  it.each([200, 204, 404, 500])('takes %i for a failure', async (status) => {
    await expect(subscribe('ada@school.example', server(status).send)).rejects.toThrow(`${status}`);
  });
});
