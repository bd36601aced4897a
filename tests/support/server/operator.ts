import type { SharedKindling } from './shared-kindling.ts';
import { privateToken } from './stored-calls.ts';

/** Asks the REST API with the operator's key; throws what it said when it refuses. */
export async function askAsOperator<T>(
  { url, dataFolder }: SharedKindling,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${privateToken(dataFolder)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
