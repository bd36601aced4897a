import type { ListeningServer } from '../../../../../testing/server/listening-server.ts';

export const LEAD = JSON.stringify({ email: 'ada@school.example', source: 'footer_contact_form' });
export const PATH = '/rest/v1/subscriptions';

export interface Sending {
  readonly method?: string;
  readonly body?: string;
  /** Null sends none. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/** Sends a lead over the wire, as a page of the server itself would. */
export async function sendLead(server: ListeningServer, path = PATH, sending: Sending = {}) {
  const { method = 'POST', body = LEAD, key = server.publicKey, headers = {} } = sending;
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      Origin: server.origin,
      'Content-Type': 'application/json',
      ...(key === null ? {} : { apikey: key }),
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type') === 'application/json; charset=utf-8';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson && text !== '' && JSON.parse(text),
  };
}
