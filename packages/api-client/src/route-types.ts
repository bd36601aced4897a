import type { OperationName, Operations } from '@kindling/protocol';

type BodyFlag<O> = O extends { bodyType: 'multipart' }
  ? ' form'
  : O extends { body: object }
    ? ' body'
    : '';
type QueryFlag<O> = O extends { query: object } ? ' query' : '';
type NewFlag<O> = O extends { status: 201 } ? ' new' : '';
type OpenFlag<O> = O extends { access: 'anyone' } ? ' open' : '';

/**
 * Method and path of every operation, and in this order what it takes: `body` or `form`, `query`;
 * `new`: it creates something; `open`: needs no key. They follow from the protocol's
 * table, which itself would bring every schema into the page.
 */
export type Routes = {
  readonly [N in OperationName]: `${Operations[N]['method']} ${Operations[N]['path']}${BodyFlag<Operations[N]>}${QueryFlag<Operations[N]>}${NewFlag<Operations[N]>}${OpenFlag<Operations[N]>}`;
};
