/** Value of `source` in every row that the footer writes. */
export const FOOTER_SOURCE = 'footer_contact_form';

/**
 * Inserts one row into `subscriptions` by the REST protocol of a PostgREST backend.
 * Throws unless it was stored: such backends and proxies answer some failures with 200 or 204.
 */
export async function subscribe(email: string, send: typeof fetch = fetch): Promise<void> {
  const response = await send('/rest/v1/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, source: FOOTER_SOURCE }),
  });
  if (response.status !== 201) {
    throw new Error(`The address was not stored: the server answered ${response.status}`);
  }
}
