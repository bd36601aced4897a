/**
 * The address of a room to meet in. Rooms are made over the REST API, by a server that has the
 * private key; here that is `scripts/examples.ts`.
 */
export async function exampleRoom(): Promise<string> {
  const answer = await fetch('/example-room.json');
  if (!answer.ok) throw new Error('No room to be had. Is `npm run examples` still running?');
  const { url }: { url: string } = await answer.json();
  return url;
}
