import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendContactRequest } from './send-contact-request.ts';

const request = {
  fullName: 'Ada Lovelace',
  email: 'ada@school.example',
  phoneNumber: '+1 212 555 0148',
  institution: 'Analytical School',
  numberOfStudents: '240',
  serviceOfInterest: 'Plugins',
  problemDescription: 'Our students ask for answers, not for questions.',
  website: '',
};

const answering =
  (status: number, body?: unknown): typeof fetch =>
  async () =>
    new Response(body === undefined ? null : JSON.stringify(body), { status });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('sendContactRequest', () => {
  it('posts every field as JSON', async () => {
    const sent: [string, RequestInit | undefined][] = [];
    const answer = await sendContactRequest(request, async (url, init) => {
      sent.push([String(url), init]);
      return new Response(JSON.stringify({ id: 'x' }), { status: 201 });
    });
    expect(answer).toEqual({ outcome: 'stored' });
    expect(sent[0]?.[0]).toBe('/contact-requests');
    expect(sent[0]?.[1]?.method).toBe('POST');
    expect(JSON.parse(String(sent[0]?.[1]?.body))).toEqual(request);
  });

  it('hands back the fields that the server refused', async () => {
    const fields = [{ path: 'email', message: 'Please enter a valid email address' }];
    const body = { statusCode: 400, fields: [...fields, { path: 7 }] };
    expect(await sendContactRequest(request, answering(400, body))).toEqual({
      outcome: 'refused',
      fields,
    });
  });

  it('tells a flood from a failure', async () => {
    expect(await sendContactRequest(request, answering(429))).toEqual({ outcome: 'busy' });
  });

  it.each([200, 204, 400, 403, 404, 500])('takes %i for a failure and logs it', async (status) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await sendContactRequest(request, answering(status))).toEqual({ outcome: 'failed' });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('survives a network that is gone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const gone: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await sendContactRequest(request, gone)).toEqual({ outcome: 'failed' });
  });
});
